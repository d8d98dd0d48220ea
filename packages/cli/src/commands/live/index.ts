import { livePlayer, play } from '@askance/bench/play'
import { type ClassifierEvent, Metrics } from '@askance/core'
import { counted, percent } from '@askance/core/internals'
import { command } from '../../command/declare.js'
import { type Context, terminalWidth } from '../../context.js'
import { openModelFile, readModel } from '../../files/model-file.js'
import { openSink } from '../../files/sink.js'
import { dataArgument, parseBase } from '../../stream/reader.js'
import { skippedText } from '../../stream/skipped.js'
import { understandingText } from '../../stream/understanding.js'
import { Curve, nextPowerOfTwo } from '../../terminal/curve.js'
import { StatusLine } from '../../terminal/status-line.js'
import { styleFor } from '../../terminal/style.js'
import { openRunData } from '../run/data.js'
import { emptyError } from '../run/finish-run.js'
import { checkAgainst, knownFromModel } from '../run/resume.js'
import { liveFlags } from './flags.js'
import { jsonLive, printLive, printLiveDetails } from './result.js'
import { checkFlags, continueClassifier, type LiveInput, newClassifier, optionChanges } from './setup.js'

export const live = command({
  name: 'live',
  elsewhere: {
    'multi-label':
      'it takes one label for an item. Use `askance run --multi-label`, or a stream of the service with multiLabel for late answers',
  },
  summary: 'simulate labelling on labelled data: a budget, delayed answers, quality estimates',
  description: [
    'Items arrive one by one. The classifier predicts each, asks about some within its budget, and learns from the answers, which arrive after --delay items. The budget is never exceeded and sets how often it asks, so no parameter needs tuning.',
    'It estimates the quality of all predictions from the answers alone, with intervals for the end of the data; --json also has those that are valid at any time. Because the data has labels, the true values are printed next to the estimates.',
    'It also says whether more labels are likely to help. --verbose adds the gain over random asking with as many labels, whether the stream drifted, calibration, and the choices of auto.',
  ],
  arguments: [dataArgument],
  flags: liveFlags,
  examples: [
    { about: 'at most 5 % of the labels', line: 'askance live mails.jsonl --ratio 0.05' },
    {
      about: 'answers 200 items late, all events in a log',
      line: 'askance live data.libsvm --labels 500 --delay 200 --log events.jsonl',
    },
    {
      about: 'continue yesterday’s model with today’s items',
      line: 'askance live today.jsonl --from model.askance --ratio 0.05 --save model.askance',
    },
  ],
  async run(context, input) {
    checkFlags(input)
    const status = new StatusLine(context, !input.flags.quiet)
    try {
      await playLive(context, input, status)
    } finally {
      status.end()
    }
  },
})

const playLive = async (context: Context, input: LiveInput, status: StatusLine): Promise<void> => {
  const { args, flags } = input
  const [path = '-'] = args
  const stored =
    flags.from === undefined ? undefined : await readModel(flags.from, undefined, optionChanges(flags))
  if (stored) checkAgainst(stored, input)
  const known = stored ? knownFromModel(stored) : { base: parseBase(flags.base), seed: flags.seed }
  const data = await openRunData(context, path, flags, known, { loaded: isLoaded(path, flags) }, status)
  if (!flags.quiet) status.print(context.stderr, understandingText(data.about, flags.verbose))
  const classifier = stored ? continueClassifier(stored, flags, data) : newClassifier(flags, data)
  const { classes, rows } = data
  const truth = new Metrics(classes.names.length, classes.positive)
  const alarms: ClassifierEvent[] = []
  const save = flags.save === undefined ? undefined : await openModelFile(flags.save, context)
  const log = flags.log === undefined ? undefined : await openSink(flags.log, context)
  classifier.log = (event) => {
    if (event.type === 'drifted') alarms.push(event)
    log?.add(JSON.stringify(event))
  }
  let items = 0
  const curve = new Curve()
  const { broken } = await play(livePlayer(classifier), { pieces: () => rows.batches() }, truth, {
    delay: flags.delay,
    ahead: () => nextPowerOfTwo(items) - items,
    async onProgress(more, { done }) {
      items += more
      curve.add(items, truth.values().accuracy)
      await log?.flush()
      status.show(
        () => `${counted(items, 'item')}${done === undefined ? '' : `, ${percent(done, 0)} of the data`}`,
      )
    },
  }).finally(() => log?.close())
  status.print(context.stderr, skippedText(data.skipped))
  if (broken) throw broken
  if (items === 0) throw emptyError(rows.name, data.skipped)
  await save?.(classifier.save())
  status.clear()
  const output = flags.log === '-' ? context.stderr : context.stdout
  const result = { classifier, truth, alarms }
  if (flags.json) context.stdout.write(`${JSON.stringify(jsonLive(result))}\n`)
  else {
    const drawn = curve.text('true accuracy so far', terminalWidth(output), styleFor(context, output))
    if (!flags.quiet && drawn !== '') output.write(`${drawn}\n\n`)
    const print = flags.verbose ? printLiveDetails : printLive
    print(result, output, context)
  }
}

/** Files are loaded, so that the number of items is known. A pipe is played as it arrives. */
const isLoaded = (path: string, flags: LiveInput['flags']): boolean => {
  const { shuffle, protocol, ratio, labels, classes, from } = flags
  if (shuffle) return true
  if (protocol === 'paper') return ratio !== undefined || labels !== undefined
  return path !== '-' || (classes.length === 0 && from === undefined)
}
