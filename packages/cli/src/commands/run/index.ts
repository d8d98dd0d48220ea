import { command } from '../../command/declare.js'
import type { Context } from '../../context.js'
import { readModel, readMultiLabelModel } from '../../files/model-file.js'
import { dataArgument, multiLabelOptions, parseBase } from '../../stream/reader.js'
import { understandingText } from '../../stream/understanding.js'
import { StatusLine } from '../../terminal/status-line.js'
import { parseScaling, scalingText } from '../scaling.js'
import { type FileCoins, readCoins } from './coins.js'
import { openRunData, type RunData } from './data.js'
import { finishRun, resultOutput } from './finish-run.js'
import { runFlags } from './flags.js'
import { resumeMultiLabel, runMultiLabel } from './multi-label.js'
import { headline, metricsTable, showsRows } from './progress.js'
import { repeatCommand } from './repeat.js'
import { jsonResult, printDetails, printResult, type RunResult } from './result.js'
import { checkAgainst, knownFromModel, resumeRun, runNotes } from './resume.js'
import {
  algorithmFromFlags,
  checkFlags,
  optionsFromFlags,
  parametersWithBudget,
  type RunInput,
  type RunOptions,
} from './settings.js'
import { askedWith, playItems, type RunState, startRun } from './state.js'
import { Trace } from './trace.js'
import { tuneDial } from './tune-dial.js'

export const run = command({
  name: 'run',
  summary: 'run an algorithm over a data set and report its metrics',
  description: [
    'Each item is predicted first. Then a coin decides whether to ask for its label, with the probability given by the query rule. Only these labels are learned; the metrics count all items.',
    'auto, the default, needs no tuning: it scales rows, weighs its members, and asks about exactly --ratio or --labels items; without either, about a tenth, and up to 20 more at the start. --verbose prints its choices.',
    'DATA can be LIBSVM, VW, ARFF, CSV, TSV, JSON, Parquet, Excel, a folder of texts or an export of another tool, compressed or not; the format is detected. Data is read in constant memory; --shuffle, --ratio and --labels load it.',
    'Texts, columns and named features are converted to rows, in a way chosen from the first items and saved with the model.',
    'With --multi-label, every class is a binary classifier with its own coins and questions; --ratio and --labels count pairs of an item and a class.',
    'The result is a curve of the accuracy and a few lines, the last of which is a command that repeats the run. --verbose adds a table during the run (items so far, labels asked for, accuracy overall and since the previous row, F1, speed), all metrics, and the choices of auto.',
  ],
  arguments: [dataArgument],
  flags: runFlags,
  examples: [
    { about: 'ask about 5 % of the items', line: 'askance run mails.jsonl --ratio 0.05' },
    {
      about: 'the same, and keep the model',
      line: 'askance run mails.jsonl --ratio 0.05 --save model.askance',
    },
    {
      about: 'continue the model with today’s items',
      line: 'askance run today.jsonl --resume model.askance --save model.askance',
    },
    {
      about: 'an algorithm of a paper with its parameters, in random order',
      line: 'askance run mails.jsonl --algorithm PAA-I --params smoothing=0.1,aggressiveness=1 --shuffle --seed 7',
    },
  ],
  async run(context, input) {
    checkFlags(input)
    const status = new StatusLine(context, !input.flags.quiet)
    try {
      await playRun(context, input, status)
    } finally {
      status.end()
    }
  },
})

const playRun = async (context: Context, input: RunInput, status: StatusLine): Promise<void> => {
  const { flags } = input
  const [path = '-'] = input.args
  const several = flags.resume === undefined ? undefined : await readMultiLabelModel(flags.resume)
  if (several) {
    await resumeMultiLabel(context, input, several, status)
    return
  }
  const coins = flags.coins === undefined ? undefined : await readCoins(flags.coins)
  const stored = flags.resume === undefined ? undefined : await readModel(flags.resume, coins)
  if (stored) checkAgainst(stored, input)
  const labels = multiLabelOptions(flags)
  const scaling = parseScaling(flags.scaling)
  const known = stored ? knownFromModel(stored) : { base: parseBase(flags.base), seed: flags.seed, labels }
  const data = await openRunData(
    context,
    path,
    flags,
    known,
    {
      loaded: flags.shuffle || flags.ratio !== undefined || flags.labels !== undefined || scaling.length > 0,
      scaling,
      assumesClasses: canAssumeClasses(flags),
      ...(coins && { coins: coins.after(stored?.classifier.counts.items ?? 0) }),
    },
    status,
  )
  if (!flags.quiet) status.print(context.stderr, understandingText(data.about, flags.verbose))
  if (scaling.length > 0 && !flags.quiet)
    status.print(resultOutput(context, flags), `Scaled ${scalingText(scaling)}.\n`)
  if (stored) {
    await finish(context, input, data, resumeRun(stored, coins), status, {})
    return
  }
  if (data.sets) {
    await runMultiLabel(context, input, data, data.sets, status)
    return
  }
  const isDone = await playNew(context, input, data, coins, status)
  if (isDone) return
  const all = await data.withAllClasses?.()
  if (all) await playNew(context, input, all, coins, status)
}

/** Only where a second beginning costs little and writes nothing twice: not with `auto`, traces or tables. */
const canAssumeClasses = (flags: RunInput['flags']): boolean =>
  !algorithmFromFlags(flags).paced &&
  !flags['multi-label'] &&
  flags.trace === undefined &&
  flags.coins === undefined &&
  flags['on-error'] === 'stop' &&
  flags.skip === 0 &&
  flags.limit === undefined &&
  !showsRows(flags)

/** Plays the data with a new model; false if a label is not among the classes that were found in the first items. */
const playNew = async (
  context: Context,
  input: RunInput,
  data: RunData,
  coins: FileCoins | undefined,
  status: StatusLine,
): Promise<boolean> => {
  const { flags } = input
  const trials = { classes: 1, askedWith: (options: RunOptions) => askedWith(options, data, coins) }
  const given = optionsFromFlags(flags, data, 'paper')
  const { options, ...found } = await tuneDial(context, flags, given, data, trials, status)
  return finish(context, input, data, startRun(options, data, coins), status, found)
}

/** Plays the items, saves the model and prints the result; false if not all classes were known. */
const finish = (
  context: Context,
  input: RunInput,
  data: RunData,
  game: RunState,
  status: StatusLine,
  found: Pick<RunResult, 'search'>,
): Promise<boolean> => {
  const { classes } = data
  const { classifier } = game
  return finishRun<RunResult>(context, input.flags, data, status, {
    headline: headline(classifier, classes),
    table: metricsTable(game.metrics),
    play: (progress, sink) => playItems(game, data, progress, sink && new Trace(sink, classes.names)),
    save(base) {
      classifier.notes = { ...classifier.notes, ...runNotes(game, base) }
      return classifier.save()
    },
    result(played) {
      const repeated = { ...classifier.config, parameters: parametersWithBudget(classifier) }
      const command = repeatCommand(input, repeated, classifier.input.kind === 'items')
      return { game, classes, command, ...played, ...found }
    },
    json: jsonResult,
    print: printResult,
    printDetails,
  })
}
