import type { Classifier } from '@askance/core'
import type { TopFeatures } from '@askance/core/internals'
import { findAlgorithm, roundsOf } from '@askance/core/internals'
import { isPiece, mergePieces } from '@askance/data'
import { command } from '../../command/declare.js'
import { cliError } from '../../errors.js'
import { readModel, type StoredModel } from '../../files/model-file.js'
import { jsonLabel } from '../../stream/classes.js'
import { openForModel } from '../../stream/open.js'
import { dataArgument, modelReaderFlags } from '../../stream/reader.js'
import { vectorsFlag } from '../../stream/word-vectors.js'
import { pacedReport } from '../result-lines.js'
import { explainRow } from './explanation.js'
import { type FoundRow, findRow } from './find-row.js'
import { featureNames, type NamedExplanation, partsInWords } from './parts-in-words.js'
import { explanationText, modelText, NO_WEIGHTS, poolAccuracy, topFeaturesText } from './texts.js'

export const explain = command({
  name: 'explain',
  elsewhere: {
    'multi-label':
      'it takes models with one label for an item. The service explains the predictions of a multi-label stream',
  },
  summary: 'show what a model has learned, or explain one prediction',
  description: [
    'Without DATA: the settings of the model and the top features of each class.',
    'With DATA: the prediction of one row. The contributions of its features add up to the margin; with auto, a remainder belongs to no single feature. With more than two classes, contributions are for the predicted class against the second best.',
  ],
  arguments: [
    {
      name: 'MODEL',
      summary: 'a model saved by `run`, `live`, the library or the service',
      file: true,
    },
    { ...dataArgument, optional: true },
  ],
  flags: {
    row: { type: 'whole', hint: 'N', min: 1, default: 1, summary: 'the row of DATA, counted from 1' },
    top: { type: 'whole', hint: 'N', min: 1, default: 10, summary: 'number of features to show' },
    json: { type: 'switch', summary: 'print JSON' },
    ...modelReaderFlags,
    vectors: { group: 'Reading', ...vectorsFlag },
  },
  examples: [
    { about: 'what the model has learned', line: 'askance explain model.askance' },
    { about: 'explain the prediction of row 42', line: 'askance explain model.askance data.libsvm --row 42' },
  ],
  async run(context, { args: [path = '', data], flags, given }) {
    const [orphan] = ['row', 'vectors', ...Object.keys(modelReaderFlags)].filter((name) => given.has(name))
    if (data === undefined && orphan)
      throw cliError('usage/argument-missing', {
        command: `explain --${orphan}`,
        name: 'DATA',
        summary: 'the data with the row',
      })
    const stored = await readModel(path)
    const { classifier } = stored
    const { stdout } = context
    if (data === undefined) {
      const features = topFeatures(classifier, flags.top)
      if (flags.json) stdout.write(`${JSON.stringify(modelJson(stored, features))}\n`)
      else {
        const shown = features ? topFeaturesText(features, context) : `${NO_WEIGHTS}\n`
        stdout.write(`${modelText(stored, context)}\n${shown}`)
      }
      return
    }
    const { rows } = await openForModel(context, data, flags, stored)
    const found = await findRow(rows, flags.row)
    const verdict = explainRow(classifier, found.row)
    const explanation = { ...verdict, parts: partsInWords(verdict, found.row, featureNames(classifier)) }
    if (flags.json) stdout.write(`${JSON.stringify(explanationJson(explanation, found, stored))}\n`)
    else stdout.write(explanationText(explanation, found, stored, flags.top, context))
  },
})

/** The core returns at most this many features per class. */
const MAX_FEATURES = 1000

/** The top features of each class; undefined if features have no weights. */
const topFeatures = (classifier: Classifier, top: number): readonly TopFeatures[] | undefined => {
  const { algorithm, kernel } = classifier.config
  if (kernel || findAlgorithm(algorithm).form === 'kernel') return undefined
  const found = classifier.topFeatures(Math.min(top, MAX_FEATURES))
  if (!found.some(({ features }) => features.some(isPiece))) return found
  // Pieces of words are joined, so more of them are read.
  return classifier
    .topFeatures(MAX_FEATURES)
    .map(({ label, features }) => ({ label, features: mergePieces(features, top) }))
}

const modelJson = ({ classifier, classes }: StoredModel, topFeatures: readonly TopFeatures[] | undefined) => {
  // Reading the rounds settles what was learned, so the estimates come first.
  const { ready } = classifier
  const ofPool = poolAccuracy(classifier)
  const ofStream = classifier.config.protocol === 'live' ? classifier.quality().text : undefined
  const quality = ofPool === undefined ? ofStream : { accuracy: ofPool }
  const { tally, dimension } = roundsOf(classifier)
  const report = pacedReport(classifier)
  return {
    ...classifier.config,
    budget: classifier.budget,
    classes: classes.names.map(jsonLabel),
    positive: jsonLabel(classes.names[classes.positive] ?? ''),
    items: classifier.counts.items,
    asked: tally.asked,
    mistakes: tally.mistakes,
    updates: tally.updates,
    features: Math.max(0, dimension - 1),
    ready,
    ...(quality && { quality }),
    ...(report && { report }),
    weights:
      topFeatures?.map(({ label, features }) => ({
        class: jsonLabel(label),
        features: features.map(({ feature, weight }) => ({ feature: jsonLabel(feature), weight })),
      })) ?? null,
  }
}

const explanationJson = (
  explanation: NamedExplanation,
  { label, line }: FoundRow,
  { classes: { names } }: StoredModel,
) => ({
  ...explanation,
  line,
  label: label === undefined ? null : jsonLabel(label),
  predicted: jsonLabel(names[explanation.predicted] ?? ''),
  rival: jsonLabel(names[explanation.rival] ?? ''),
  probability: explanation.probability ?? null,
  reason: explanation.reason ?? null,
  parts: explanation.parts ?? null,
})
