import { Metrics } from '@askance/core'
import { emptyRow, type Reading, roundsOf } from '@askance/core/internals'
import { refuseWithoutOutcomes, writerByExtension } from '@askance/data'
import { command } from '../../command/declare.js'
import type { Context } from '../../context.js'
import { readModel, readMultiLabelModel, type StoredModel } from '../../files/model-file.js'
import { jsonLabel } from '../../stream/classes.js'
import { openForModel } from '../../stream/open.js'
import { dataArgument } from '../../stream/reader.js'
import { skippedText } from '../../stream/skipped.js'
import { StatusLine } from '../../terminal/status-line.js'
import { writeClassifiedItems } from './classified.js'
import { type PredictInput, predictFlags } from './flags.js'
import { evaluation, readyText, UnreadItems } from './result.js'
import { writeLabels } from './several-labels.js'
import { writeLines } from './write-lines.js'

export const predict = command({
  name: 'predict',
  summary: 'predict labels with a saved model',
  description: [
    'The model does not learn and asks no questions. DATA is read and converted to rows as for training. It needs no labels, except that each LIBSVM line must start with one, which can be any word.',
    'With an output format, every item is written with label, probability, probability:CLASS for each class, and source. It has the columns of DATA with the values as they are written there; in the format of DATA, CSV and JSON records are unchanged.',
    'A model of `run --multi-label` predicts several labels: they are joined by commas, or a list in JSON.',
  ],
  arguments: [dataArgument],
  flags: predictFlags,
  examples: [
    { about: 'one label per line', line: 'askance predict new.libsvm --model model.askance' },
    {
      about: 'the table with labels and probabilities',
      line: 'askance predict tickets.csv --model model.askance -o tickets.labelled.csv',
    },
    {
      about: 'evaluate the model on labelled data',
      line: 'askance predict test.libsvm --model model.askance --evaluate --output predictions.txt',
    },
  ],
  async run(context, input) {
    const { model, output } = input.flags
    const several = await readMultiLabelModel(model)
    const status = new StatusLine(context, output !== '-' || !context.stdout.isTTY)
    try {
      const format = outputFormat(input.flags)
      if (several) await writeLabels(context, input, several, format, status)
      else if (format === undefined) await writePredictions(context, input, await readModel(model), status)
      else await writeClassifiedItems(context, input, await readModel(model), status)
    } finally {
      status.end()
    }
  },
})

/** The format of the output; undefined for lines of labels. */
const outputFormat = ({ to, output, json, scores }: PredictInput['flags']): string | undefined => {
  if (to !== undefined) return to
  if (output === '-' || json || scores) return undefined
  refuseWithoutOutcomes(output)
  return writerByExtension(output)?.name
}

const writePredictions = async (
  context: Context,
  { args: [path = '-'], flags }: PredictInput,
  stored: StoredModel,
  status: StatusLine,
): Promise<void> => {
  const { ready } = stored.classifier
  const rounds = roundsOf(stored.classifier)
  const { names, positive } = stored.classes
  const metrics = new Metrics(names.length, positive)
  const line = flags.json ? jsonLine(names, ready) : textLine(names, flags.scores)
  const { rows, skipped } = await openForModel(context, path, flags, stored)
  const row = emptyRow()
  const unread = new UnreadItems()
  const seen = await writeLines(context, flags.output, rows, status, ({ rows: table, labels }, i) => {
    const reading = rounds.read(table.view(i, row))
    unread.add(row)
    const label = labels[i] ?? 0
    if (label >= 0 && label < names.length) metrics.add(reading.predicted, label, false, false)
    return line(reading)
  })
  context.stderr.write(skippedText(skipped))
  context.stderr.write(readyText(ready) + unread.text())
  if (flags.evaluate) context.stderr.write(evaluation(metrics, seen))
}

type Line = (reading: Reading) => string

const textLine =
  (names: readonly string[], scores: boolean): Line =>
  (reading) =>
    [names[reading.predicted], ...(scores ? reading.scores : [])].join('\t')

const jsonLine = (names: readonly string[], ready: boolean): Line => {
  const labels = names.map(jsonLabel)
  return ({ predicted, score, scores }) =>
    JSON.stringify({
      predicted: labels[predicted],
      margin: score,
      scores: [...scores],
      ...(!ready && { ready }),
    })
}
