import { Metrics } from '@askance/core'
import { counted, percent } from '@askance/core/internals'
import { type Item, type OpenedData, type Outcome, recordsFor, writeClassified } from '@askance/data'
import type { Context } from '../../context.js'
import type { StoredModel } from '../../files/model-file.js'
import { outputStream, writtenText } from '../../files/sink.js'
import { openStream } from '../../stream/open.js'
import { skippedText } from '../../stream/skipped.js'
import type { StatusLine } from '../../terminal/status-line.js'
import type { PredictInput } from './flags.js'
import { evaluation, readyText, UnreadItems } from './result.js'

/** Writes every item with its prediction and probabilities. */
export const writeClassifiedItems = async (
  context: Context,
  { args: [path = '-'], flags }: PredictInput,
  { classifier, input, reader, classes: { names, positive }, base }: StoredModel,
  status: StatusLine,
): Promise<void> => {
  const data = await openStream(context, path, flags, {
    ...reader,
    input,
    base,
    as: 'items',
    keepRecords: recordsFor(flags.output, flags.to),
  })
  input.align(data.columns)
  const metrics = new Metrics(names.length, positive)
  const unread = new UnreadItems()
  const outcomeOf = (item: Item): Outcome => {
    const row = input.row(item, false)
    unread.add(row)
    const label = classifier.predict({ row })
    const predicted = names.indexOf(label)
    const truth = item.label === undefined ? -1 : names.indexOf(item.label)
    if (truth >= 0) metrics.add(predicted, truth, false, false)
    const probabilities = classifier.predictProba({ row })
    return { label, probabilities: names.map((name) => probabilities[name] ?? 0), source: 'prediction' }
  }
  const items = await writeOutcomes(context, data, flags.output, flags.to, names, outcomeOf, status)
  context.stderr.write(skippedText(data.skipped))
  context.stderr.write(readyText(classifier.ready) + unread.text())
  if (flags.evaluate) context.stderr.write(evaluation(metrics, items))
}

/** Writes the items of data with their outcomes, and reports progress; returns how many there were. */
export const writeOutcomes = async (
  context: Context,
  data: OpenedData,
  output: string,
  format: string | undefined,
  classes: readonly string[],
  outcomeOf: (item: Item) => Outcome,
  status: StatusLine,
): Promise<number> => {
  const target = output === '-' ? outputStream(context) : output
  const shown = (item: Item, index: number): Outcome => {
    const { done } = data
    if (index % 256 === 0)
      status.show(() => `${counted(index, 'item')}${done === undefined ? '' : `, ${percent(done, 0)}`}`)
    return outcomeOf(item)
  }
  const written = await writeClassified(data, target, shown, {
    classes,
    ...(format !== undefined && { format }),
  })
  status.clear()
  if (output !== '-') context.stderr.write(writtenText(written, output, written.format))
  return written.items
}
