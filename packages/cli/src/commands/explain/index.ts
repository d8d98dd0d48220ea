import type { Model } from '@askance/core'
import { command } from '../../command/declare.js'
import { cliError } from '../../errors.js'
import { modelOf, readModel, type StoredModel } from '../../files/model-file.js'
import { jsonLabel } from '../../stream/classes.js'
import { inputIn, openForModel } from '../../stream/open.js'
import { dataArgument, modelReaderFlags } from '../../stream/reader.js'
import { type FoundRow, findRow } from './find-row.js'
import {
  type FeatureName,
  featureNames,
  printModel,
  printVerdict,
  printWeights,
  STORED_ROWS,
  signsOf,
} from './print.js'
import { type Verdict, verdictOn } from './verdict.js'
import { hasWeights, topWeights, type Weight } from './weights.js'

export const explain = command({
  name: 'explain',
  summary: 'tells what a model has learned, or why it predicts what it predicts',
  description: [
    'Without DATA: what the model is, and for each class the features that speak most for it.',
    'With DATA: one row taken apart. The contributions of its features add up to the margin, with auto together with what no single feature tells; with more than two classes they tell the predicted class from the next best.',
  ],
  arguments: [
    { name: 'MODEL', summary: 'the model that `askance run --save` wrote', file: true },
    { ...dataArgument, optional: true },
  ],
  flags: {
    row: { type: 'whole', hint: 'N', least: 1, default: 1, summary: 'which row of DATA, counted from 1' },
    top: { type: 'whole', hint: 'N', least: 1, default: 10, summary: 'how many features to show' },
    json: { type: 'switch', summary: 'prints JSON' },
    ...modelReaderFlags,
  },
  examples: [
    { about: 'what the model has learned', line: 'askance explain model.askance' },
    { about: 'why row 42 is predicted as it is', line: 'askance explain model.askance data.libsvm --row 42' },
  ],
  async run(context, { args: [path = '', data], flags, given }) {
    const [orphan] = ['row', ...Object.keys(modelReaderFlags)].filter((name) => given.has(name))
    if (data === undefined && orphan)
      throw cliError('usage/argument-missing', {
        command: `explain --${orphan}`,
        name: 'DATA',
        summary: 'the rows',
      })
    const stored = await readModel(path)
    const model = modelOf(stored)
    const input = inputIn(stored.config, stored.extra)
    const nameOf = featureNames(stored, input)
    const { stdout } = context
    if (data === undefined) {
      const weights = hasWeights(model) ? topWeights(model, flags.top, signsOf(input)) : undefined
      if (flags.json) stdout.write(`${JSON.stringify(modelAsJson(model, stored, weights, nameOf))}\n`)
      else {
        const shown = weights ? printWeights(weights, stored, nameOf, context) : `${STORED_ROWS}\n`
        stdout.write(`${printModel(model, stored, input, context)}\n${shown}`)
      }
      return
    }
    const { rows } = await openForModel(context, data, flags, stored)
    const found = await findRow(rows, flags.row)
    const verdict = verdictOn(model, found.row)
    if (flags.json) stdout.write(`${JSON.stringify(verdictAsJson(verdict, found, stored, nameOf))}\n`)
    else stdout.write(printVerdict(verdict, found, stored, nameOf, flags.top, context))
  },
})

const modelAsJson = (
  model: Model,
  { classes }: StoredModel,
  weights: readonly (readonly Weight[])[] | undefined,
  nameOf: FeatureName,
) => {
  const { rounds, asked, mistakes, updates } = model.asker.tally
  return {
    ...model.config,
    classes: classes.names.map(jsonLabel),
    positive: jsonLabel(classes.names[classes.positive] ?? ''),
    items: rounds,
    asked,
    mistakes,
    updates,
    features: Math.max(0, model.asker.dimension - 1),
    ...(model.asker.report && { report: model.asker.report() }),
    weights:
      weights?.map((list, c) => ({
        class: jsonLabel(classes.names[c] ?? ''),
        features: list.map(({ feature, weight }) => ({ feature: nameOf(feature), weight })),
      })) ?? null,
  }
}

const verdictAsJson = (
  verdict: Verdict,
  { label, line }: FoundRow,
  { classes: { names } }: StoredModel,
  nameOf: FeatureName,
) => ({
  ...verdict,
  line,
  label: label === undefined ? null : jsonLabel(label),
  predicted: jsonLabel(names[verdict.predicted] ?? ''),
  rival: jsonLabel(names[verdict.rival] ?? ''),
  reason: verdict.reason ?? null,
  parts: verdict.parts?.map((part) => ({ ...part, feature: nameOf(part.feature) })) ?? null,
})
