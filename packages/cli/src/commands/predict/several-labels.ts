import { MultiLabelMetrics } from '@askance/core'
import { count, emptyRow, partRoundsOf, percent } from '@askance/core/internals'
import { type Item, LabelNames, LabelSets, NO_LABEL, type Outcome, recordsFor } from '@askance/data'
import type { Context } from '../../context.js'
import type { StoredMultiLabel } from '../../files/model-file.js'
import { jsonLabel } from '../../stream/classes.js'
import { openStream } from '../../stream/open.js'
import { skippedText } from '../../stream/skipped.js'
import type { StatusLine } from '../../terminal/status-line.js'
import { resultLines } from '../result-lines.js'
import { writeOutcomes } from './classified.js'
import type { PredictInput } from './flags.js'
import { UnreadItems } from './result.js'
import { writeLines } from './write-lines.js'

/** Writes the predicted labels of every item. */
export const writeLabels = async (
  context: Context,
  { args: [path = '-'], flags }: PredictInput,
  { classifier, input }: StoredMultiLabel,
  format: string | undefined,
  status: StatusLine,
): Promise<void> => {
  const { classes } = classifier
  const rounds = partRoundsOf(classifier)
  const metrics = new MultiLabelMetrics(classes.length)
  const sets = new LabelSets(classes)
  const unread = new UnreadItems()
  const labelsSeparator = flags['labels-separator']
  const data = await openStream(context, path, flags, {
    ...input.items.config.reader,
    multiLabel: true,
    ...(labelsSeparator !== undefined && { labelsSeparator }),
    input: input.items,
    base: input.base,
    ...(format !== undefined && { as: 'items', keepRecords: recordsFor(flags.output, flags.to) }),
  })
  if (format !== undefined) {
    input.items.align(data.columns)
    const labelsOf = (item: Item): Outcome => {
      const row = input.items.row(item, false)
      unread.add(row)
      const predicted = rounds.map((part) => part.read(row).predicted === 1)
      return { labels: classes.filter((_, k) => predicted[k]), source: 'prediction' }
    }
    await writeOutcomes(context, data, flags.output, format, classes, labelsOf, status)
    context.stderr.write(skippedText(data.skipped) + unread.text())
    return
  }
  const names = new LabelNames(classes)
  const rows = data.rows(input.items, { names, sets, labels: 'free', learning: false })
  const row = emptyRow()
  const seen = await writeLines(context, flags.output, rows, status, (batch, i) => {
    const readings = rounds.map((part) => part.read(batch.rows.view(i, row)))
    unread.add(row)
    const scores = readings.map(({ score }) => score)
    const predicted = classes.filter((_, k) => readings[k]?.predicted === 1)
    const truth = sets.sets[batch.labels[i] ?? NO_LABEL]
    if (truth)
      for (const [k, reading] of readings.entries())
        metrics.add(k, reading.predicted === 1, truth.includes(k), false, false)
    return flags.json
      ? JSON.stringify({ predicted: predicted.map(jsonLabel), scores })
      : [predicted.join(','), ...(flags.scores ? scores : [])].join('\t')
  })
  context.stderr.write(skippedText(data.skipped) + unread.text())
  if (flags.evaluate) context.stderr.write(evaluation(metrics, seen))
}

/** Metrics over items whose labels are all classes of the model. */
const evaluation = (metrics: MultiLabelMetrics, seen: number): string => {
  const { items, microF1, macroF1, hammingLoss } = metrics.values()
  const { fact } = resultLines()
  return [
    fact('items', count(items)),
    ...(seen > items
      ? [fact('left out', count(seen - items), '  without a label that the model knows')]
      : []),
    fact('micro-F1', percent(microF1)),
    fact('macro-F1', percent(macroF1)),
    fact('Hamming loss', percent(hammingLoss)),
    '',
  ].join('\n')
}
