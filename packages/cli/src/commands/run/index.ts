import { counted } from '@askance/core/internals'
import { command } from '../../command/declare.js'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { openModelFile, readModel } from '../../files/model-file.js'
import { openSink } from '../../files/sink.js'
import { baseOf, dataArgument } from '../../stream/reader.js'
import { skippedInWords } from '../../stream/skipped.js'
import { StatusLine } from '../../terminal/status-line.js'
import { aimed } from './aim.js'
import { readCoins } from './coins.js'
import { type Data, openRunData } from './data.js'
import { runFlags } from './flags.js'
import { type Game, newGame, playGame } from './game.js'
import { repeatingCommand } from './repeat.js'
import { headline, Progress } from './report.js'
import { jsonResult, printResult, type Result } from './result.js'
import { checkAgainst, knownOf, notesOf, resumedGame } from './resume.js'
import { checkFlags, optionsOf, type RunInput } from './settings.js'
import { Trace } from './trace.js'

export const run = command({
  name: 'run',
  summary: 'runs an algorithm over a data set and tells how well it predicts',
  description: [
    'Every item is predicted, then a coin decides whether its label is asked for, with the probability that the rule gives; only asked labels are learned. The metrics count every item, asked or not.',
    'auto, which plays if nothing else is said, needs no tuning: it scales rows, weighs its members and asks about exactly the share that --ratio or --labels wants, or about a tenth. At the end it tells what it has chosen, and when.',
    'DATA is LIBSVM, VW, ARFF, CSV, TSV, JSONL or Parquet, packed or not; its name or its content tells. It is read in constant memory; --shuffle, --ratio and --labels load it.',
    'Texts, columns and named features are made into rows on the way, as the first items suggest; a saved model remembers how.',
    'While it runs, a row of the table shows the items so far, the labels asked for, the accuracy from the start and since the last row, F1 and the speed. At the end stands the command that gives the same result again.',
  ],
  arguments: [dataArgument],
  flags: runFlags,
  examples: [
    { about: 'ask about 5 % of the items', line: 'askance run data.libsvm --ratio 0.05' },
    {
      about: 'an algorithm with its parameters, in random order',
      line: 'askance run data.libsvm --algorithm PAA-I --params smoothing=0.1,aggressiveness=1 --shuffle --seed 7',
    },
    { about: 'texts, two words at a time', line: 'askance run mails.jsonl --words 1-2 --ratio 0.1' },
    {
      about: 'from a pipe, with every decision in a file',
      line: 'zcat data.gz | askance run - --classes=-1,1 --trace decisions.jsonl',
    },
    {
      about: 'today’s items with yesterday’s model',
      line: 'askance run today.libsvm --resume model.askance --save model.askance',
    },
  ],
  async run(context, input) {
    checkFlags(input)
    const status = new StatusLine(context, !input.flags.quiet)
    try {
      await played(context, input, status)
    } finally {
      status.end()
    }
  },
})

const played = async (context: Context, input: RunInput, status: StatusLine): Promise<void> => {
  const { flags } = input
  const [path = '-'] = input.args
  const coins = flags.coins === undefined ? undefined : await readCoins(flags.coins)
  const stored = flags.resume === undefined ? undefined : await readModel(flags.resume, coins)
  if (stored) checkAgainst(stored, input)
  const known = stored ? knownOf(stored) : { base: baseOf(flags.base), seed: flags.seed }
  const data = await openRunData(
    context,
    path,
    flags,
    known,
    {
      loaded: flags.shuffle || flags.ratio !== undefined || flags.labels !== undefined,
      ...(coins && { coins: coins.after(stored?.classifier.counts.items ?? 0) }),
    },
    status,
  )
  if (stored) {
    await finish(context, input, data, resumedGame(stored, coins), status, {})
    return
  }
  const { options, ...told } = await aimed(
    context,
    flags,
    optionsOf(flags, data, 'paper'),
    data,
    coins,
    status,
  )
  await finish(context, input, data, newGame(options, data, coins), status, told)
}

/** Plays the items, writes what is to be written and tells the result. */
const finish = async (
  context: Context,
  input: RunInput,
  data: Data,
  game: Game,
  status: StatusLine,
  told: Pick<Result, 'search'>,
): Promise<void> => {
  const { flags } = input
  const { classes, rows, skipped } = data
  const { classifier } = game
  const output = flags.json || flags.trace === '-' ? context.stderr : context.stdout
  const save = flags.save === undefined ? undefined : await openModelFile(flags.save, context)
  const sink = flags.trace === undefined ? undefined : await openSink(flags.trace, context)
  const trace = sink && new Trace(sink, classes.names)
  if (!flags.quiet) status.print(output, `${headline(classifier, classes)}\n\n`)
  const progress = new Progress(game, context, { output, status, every: flags.every, silent: flags.quiet })
  const { items, last, broken } = await playGame(game, data, progress, trace).finally(() => sink?.close())
  progress.end()
  const { seconds } = progress
  if (save && items > 0) {
    classifier.notes = { ...classifier.notes, ...notesOf(game, last?.base ?? 1) }
    await save(classifier.save())
    if (broken)
      context.stderr.write(
        `askance: saved the model of the ${counted(items, 'item')} before the error in ${flags.save}\n`,
      )
  }
  if (skipped) context.stderr.write(skippedInWords(skipped))
  if (broken) throw broken
  if (items === 0 && !flags.resume) throw cliError('data/empty', {}, { source: rows.name })
  const result = {
    game,
    classes,
    items,
    seconds,
    input: data.input,
    command: repeatingCommand(input, classifier),
    ...(skipped && { skipped }),
    ...told,
  }
  if (flags.json) context.stdout.write(`${JSON.stringify(jsonResult(result))}\n`)
  else printResult(result, output, context)
}
