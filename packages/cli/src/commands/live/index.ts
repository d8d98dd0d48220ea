import { Classifier, type ClassifierOptions, findAlgorithm, Metrics, type Parameters } from '@askance/core'
import { counted, percent } from '@askance/core/internals'
import { usualPreparation } from '@askance/data'
import { command, type FlagValues, type Input } from '../../command/declare.js'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { openModelFile } from '../../files/model-file.js'
import { openSink } from '../../files/sink.js'
import { baseOf, dataArgument } from '../../stream/reader.js'
import { StatusLine } from '../../terminal/status-line.js'
import { type Data, openRunData } from '../run/data.js'
import { paramsFromFlag } from '../run/params.js'
import { configOf } from '../run/settings.js'
import { liveFlags } from './flags.js'
import { jsonLive, printLive } from './result.js'
import { playLive } from './stream.js'

type LiveFlags = FlagValues<typeof liveFlags>

const USUAL_RATIO = 0.05

export const live = command({
  name: 'live',
  summary: 'plays data as if people answered: within a budget, late, and with estimates of its own quality',
  description: [
    'The items come one by one. The classifier predicts each, asks about some within its budget, which it never exceeds, and learns from the answers, which come as late as --delay says. No parameter needs to be set: how freely it asks follows from the budget.',
    'From the answers alone it estimates how good its predictions are over all items, with an interval that holds at any time. Because the labels are in the data, the truth is printed beside it.',
    'It also says whether asking helped, against a second learner that saw only the labels drawn by lot, whether the stream has changed, and whether more labels would bring much.',
  ],
  arguments: [dataArgument],
  flags: liveFlags,
  examples: [
    { about: 'at most 5 % of the labels', line: 'askance live mails.jsonl --ratio 0.05' },
    {
      about: 'answers come 200 items late, everything is written to a log',
      line: 'askance live data.libsvm --labels 500 --delay 200 --log events.jsonl',
    },
  ],
  async run(context, input) {
    const { flags } = input
    if (flags.ratio !== undefined && flags.labels !== undefined)
      throw cliError('usage/conflict', { left: '--ratio', right: '--labels', reason: '' })
    const status = new StatusLine(context, !flags.quiet)
    try {
      await played(context, input, status)
    } finally {
      status.end()
    }
  },
})

const played = async (
  context: Context,
  { args, flags }: Input<typeof liveFlags>,
  status: StatusLine,
): Promise<void> => {
  const [path = '-'] = args
  const wished = { ...flags, ratio: flags.ratio ?? (flags.labels === undefined ? USUAL_RATIO : undefined) }
  const known = { base: baseOf(flags.base), seed: flags.seed }
  const data = await openRunData(context, path, wished, known, undefined, status)
  const classifier = new Classifier(optionsOf(wished, data))
  const truth = new Metrics(data.classes.names.length, data.classes.positive)
  const play = { classifier, truth, alarms: [] }
  const save = flags.save === undefined ? undefined : await openModelFile(flags.save, context)
  const log = flags.log === undefined ? undefined : await openSink(flags.log, context)
  const told = (items: number, done: number | undefined): void =>
    status.show(
      () => `${counted(items, 'item')}${done === undefined ? '' : `, ${percent(done, 0)} of the data`}`,
    )
  await playLive(play, data.rows, data.classes, { delay: flags.delay, told, ...(log && { log }) }).finally(
    () => log?.close(),
  )
  if (truth.values().items === 0) throw cliError('data/empty', {}, { source: data.rows.name })
  await save?.(classifier.save())
  status.clear()
  const output = flags.log === '-' ? context.stderr : context.stdout
  if (flags.json) context.stdout.write(`${JSON.stringify(jsonLive(play))}\n`)
  else printLive(play, output, context)
}

/** Parameters that say what the budget says, which has flags of its own. */
const BUDGETED = ['ratio', 'horizon']

const withoutBudget = (parameters: Parameters): Parameters =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !BUDGETED.includes(name)))

/** How the classifier is set up: as `run` would set up a model, but for the dial, which the budget turns. */
const optionsOf = (flags: LiveFlags, data: Data): ClassifierOptions => {
  const { algorithm, parameters, kernel, classes, preparation, seed, objective } = configOf(flags, data)
  const { paced = false } = findAlgorithm(algorithm)
  const said = paced && BUDGETED.find((name) => name in paramsFromFlag(flags.params))
  if (said) throw cliError('usage/dial-given', { flag: 'ratio', parameter: said, where: 'params' })
  const vectorizer = data.input?.config.vectorizer
  const usual = vectorizer && usualPreparation(vectorizer, algorithm)
  const horizon = data.rows.size
  const isWindowed = flags.limit !== undefined || flags.skip > 0
  return {
    classes,
    algorithm,
    parameters: paced ? withoutBudget(parameters) : parameters,
    ...(kernel && { kernel }),
    preparation: {
      normalize: flags.normalize ?? usual?.normalize ?? preparation.normalize,
      intercept:
        flags.intercept === undefined
          ? (usual?.intercept ?? (paced ? 'none' : 'auto'))
          : preparation.intercept,
    },
    budget: {
      ...(flags.ratio !== undefined && { ratio: flags.ratio }),
      ...(flags.labels !== undefined && { total: flags.labels }),
      ...(horizon !== undefined && !isWindowed && { horizon }),
    },
    audit: flags.audit,
    drift: !flags['no-drift'],
    positive: classes[data.classes.positive] ?? '',
    ...(objective && { objective: objective.measure }),
    seed,
  }
}
