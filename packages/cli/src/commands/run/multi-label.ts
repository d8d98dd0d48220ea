import { MultiLabelPass, playPass } from '@askance/bench/play'
import { MultiLabelClassifier, MultiLabelMetrics } from '@askance/core'
import { PART_CLASSES, partRoundsOf } from '@askance/core/internals'
import type { IndexBase, LabelSets } from '@askance/data'
import type { Context } from '../../context.js'
import { cliError, conflictError } from '../../errors.js'
import type { MultiLabelNotes, StoredMultiLabel } from '../../files/model-file.js'
import { multiLabelOptions } from '../../stream/reader.js'
import { ReadyRows } from '../../stream/ready-rows.js'
import type { StatusLine } from '../../terminal/status-line.js'
import { openRunData, type RunData } from './data.js'
import { finishRun } from './finish-run.js'
import {
  jsonMultiLabel,
  type MultiLabelResult,
  printMultiLabel,
  printMultiLabelDetails,
} from './multi-label-result.js'
import { multiLabelTable, settingsText } from './progress.js'
import { repeatCommand } from './repeat.js'
import { optionsFromFlags, parametersWithBudget, type RunInput, type RunOptions } from './settings.js'
import { MultiLabelTrace } from './trace.js'
import { type TunedOptions, tuneDial } from './tune-dial.js'

/** Runs a new multi-label classifier over the data. */
export const runMultiLabel = async (
  context: Context,
  input: RunInput,
  data: RunData,
  sets: LabelSets,
  status: StatusLine,
): Promise<void> => {
  const { flags } = input
  const part = { classes: { names: PART_CLASSES, positive: 1 }, input: data.input }
  const given = optionsFromFlags(flags, part, 'paper')
  const trials = {
    classes: data.classes.names.length,
    async askedWith(options: RunOptions) {
      const { metrics, classifier } = startMultiLabel(options, data)
      const pass = new MultiLabelPass(partRoundsOf(classifier), sets, metrics)
      const { broken } = await playPass(pass, { pieces: () => data.rows.batches() })
      if (broken) throw broken
      return metrics.values().asked
    },
  }
  const { options, search } = await tuneDial(context, flags, given, data, trials, status)
  const started = { ...startMultiLabel(options, data), options, ...(search && { search }) }
  await finish(context, input, data, sets, started, status)
}

/** Flags that the model decides. */
const MODEL_FLAGS = [
  'algorithm',
  'params',
  'kernel',
  'objective',
  'seed',
  'classes',
  'normalize',
  'intercept',
  'coins',
] as const

/** Continues a saved multi-label classifier with the data. */
export const resumeMultiLabel = async (
  context: Context,
  input: RunInput,
  { classifier, input: rows, run }: StoredMultiLabel,
  status: StatusLine,
): Promise<void> => {
  const { flags, given } = input
  const [path = '-'] = input.args
  const other = MODEL_FLAGS.find((flag) => given.has(flag))
  if (other !== undefined) throw conflictError(`--${other}`, '--resume', '; the model keeps its own')
  const { config, classes } = classifier
  if (config.protocol !== 'paper') throw cliError('model/live', {}, { source: flags.resume ?? '' })
  const options = optionsOf(classifier)
  const known = {
    classes: { names: classes, positive: 0 },
    input: rows.items,
    reader: rows.items.config.reader ?? {},
    base: rows.base,
    seed: options.seed,
    labels: multiLabelOptions({ ...flags, 'multi-label': true }),
  }
  const data = await openRunData(context, path, flags, known, { loaded: flags.shuffle }, status)
  if (!data.sets) return
  const metrics = new MultiLabelMetrics(classes.length)
  run?.metrics.forEach(({ confusion, asked, updated }, k) => {
    metrics.parts[k]?.load({ confusion: Float64Array.from(confusion), asked, updated })
  })
  await finish(context, input, data, data.sets, { classifier, metrics, options }, status)
}

/** The settings of all parts, complete with defaults. */
const optionsOf = (classifier: MultiLabelClassifier): RunOptions => {
  const { seed = 0, budget = {}, classes } = classifier.config
  const { config } = classifier.part(classes[0] ?? '')
  return { ...config, classes, seed, parameters: parametersWithBudget({ config, budget }) }
}

interface MultiLabelRun {
  readonly classifier: MultiLabelClassifier
  readonly metrics: MultiLabelMetrics
}

const startMultiLabel = (options: RunOptions, { classes, input }: RunData): MultiLabelRun => {
  const { positive: _, ...shared } = options
  const classifier = new MultiLabelClassifier({
    ...shared,
    classes: classes.names,
    input: new ReadyRows(input),
  })
  return { classifier, metrics: new MultiLabelMetrics(classes.names.length) }
}

/** Plays the items, saves the model and prints the result. */
const finish = async (
  context: Context,
  input: RunInput,
  data: RunData,
  sets: LabelSets,
  { classifier, metrics, options, search }: MultiLabelRun & TunedOptions,
  status: StatusLine,
): Promise<void> => {
  const { names } = data.classes
  await finishRun<MultiLabelResult>(context, input.flags, data, status, {
    headline: `${settingsText(options, names, '')}, several labels`,
    table: multiLabelTable(metrics),
    play(progress, sink) {
      const trace = sink && new MultiLabelTrace(sink, names)
      const pass = new MultiLabelPass(partRoundsOf(classifier), sets, metrics, {
        ...(trace && { onRound: (...round) => trace.add(...round) }),
      })
      const source = { pieces: () => data.rows.batches() }
      return playPass(pass, source, {
        ahead: () => progress.untilNextRow(),
        async onProgress(played, { done }) {
          await trace?.flush()
          progress.played(played, done)
        },
      })
    },
    save(base) {
      classifier.notes = { ...classifier.notes, run: notesOf(metrics, base) }
      return classifier.save()
    },
    result(played) {
      const command = repeatCommand(input, options, data.input.vectorizer !== undefined)
      return { options, classes: names, metrics, command, ...played, ...(search && { search }) }
    },
    json: jsonMultiLabel,
    print: printMultiLabel,
    printDetails: printMultiLabelDetails,
  })
}

const notesOf = ({ parts }: MultiLabelMetrics, base: IndexBase): MultiLabelNotes => ({
  base,
  metrics: parts.map((part) => {
    const { asked, updated } = part.values()
    return { confusion: [...part.confusion()], asked, updated }
  }),
})
