import { MultiLabelPass, playPass } from '@askance/bench/play'
import { MultiLabelClassifier, MultiLabelMetrics } from '@askance/core'
import { counted, PART_CLASSES, partRoundsOf } from '@askance/core/internals'
import type { LabelSets } from '@askance/data'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { openModelFile } from '../../files/model-file.js'
import { openSink } from '../../files/sink.js'
import { ReadyRows } from '../../stream/ready-rows.js'
import { skippedText } from '../../stream/skipped.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { RunData } from './data.js'
import { jsonMultiLabel, printMultiLabel } from './multi-label-result.js'
import { MultiLabelTrace } from './multi-label-trace.js'
import { multiLabelTable, Progress, settingsText } from './progress.js'
import { repeatCommand } from './repeat.js'
import { optionsFromFlags, type RunInput, type RunOptions } from './settings.js'
import { tuneDial } from './tune-dial.js'

/** Runs a multi-label classifier over the data, saves it and prints the result. */
export const playMultiLabel = async (
  context: Context,
  input: RunInput,
  data: RunData,
  sets: LabelSets,
  status: StatusLine,
): Promise<void> => {
  const { flags } = input
  const { classes: all, rows, skipped } = data
  const part = { classes: { names: PART_CLASSES, positive: 1 }, input: data.input }
  const given = optionsFromFlags(flags, part, 'paper')
  const trials = {
    classes: all.names.length,
    async askedWith(options: RunOptions) {
      const { metrics, pass } = startMultiLabel(options, data, sets)
      const { broken } = await playPass(pass(), { pieces: () => rows.batches() })
      if (broken) throw broken
      return metrics.values().asked
    },
  }
  const { options, search } = await tuneDial(context, flags, given, data, trials, status)
  const { classifier, metrics, pass } = startMultiLabel(options, data, sets)
  const output = flags.json || flags.trace === '-' ? context.stderr : context.stdout
  const save = flags.save === undefined ? undefined : await openModelFile(flags.save, context)
  const sink = flags.trace === undefined ? undefined : await openSink(flags.trace, context)
  const trace = sink && new MultiLabelTrace(sink, all.names)
  if (!flags.quiet) status.print(output, `${settingsText(options, all.names, '')}, several labels\n\n`)
  const table = multiLabelTable(metrics)
  const progress = new Progress(table, context, { output, status, every: flags.every, silent: flags.quiet })
  const source = { pieces: () => rows.batches() }
  const { items, last, broken } = await playPass(pass(trace), source, {
    ahead: () => progress.untilNextRow(),
    async onProgress(played, { done }) {
      await trace?.flush()
      progress.played(played, done)
    },
  }).finally(() => sink?.close())
  progress.end()
  const { seconds } = progress
  if (save && items > 0) {
    classifier.notes = { base: last?.base ?? 1 }
    await save(classifier.save())
    if (broken)
      context.stderr.write(
        `askance: saved the model to ${flags.save} after ${counted(items, 'item')}, before the error\n`,
      )
  }
  if (skipped) context.stderr.write(skippedText(skipped))
  if (broken) throw broken
  if (items === 0) throw cliError('data/empty', {}, { source: rows.name })
  const result = {
    options,
    classes: all.names,
    metrics,
    items,
    seconds,
    input: data.input,
    command: repeatCommand(input, options, data.input.vectorizer !== undefined),
    ...(skipped && { skipped }),
    ...(search && { search }),
  }
  if (flags.json) context.stdout.write(`${JSON.stringify(jsonMultiLabel(result))}\n`)
  else printMultiLabel(result, output, context)
}

interface MultiLabelRun {
  readonly classifier: MultiLabelClassifier
  readonly metrics: MultiLabelMetrics
  /** A pass over the items, which may be traced. */
  pass(trace?: MultiLabelTrace): MultiLabelPass
}

const startMultiLabel = (
  options: RunOptions,
  { classes, input }: RunData,
  sets: LabelSets,
): MultiLabelRun => {
  const { positive: _, ...shared } = options
  const classifier = new MultiLabelClassifier({
    ...shared,
    classes: classes.names,
    input: new ReadyRows(input),
  })
  const metrics = new MultiLabelMetrics(classes.names.length)
  return {
    classifier,
    metrics,
    pass: (trace) =>
      new MultiLabelPass(partRoundsOf(classifier), sets, metrics, {
        ...(trace && {
          onRound: (part, decision, label, updated) => trace.add(part, decision, label, updated),
        }),
      }),
  }
}
