import type { Item } from '../item.js'
import { dropFields, refuseLabels } from './features.js'
import { featureMembers, jsonText, objectText, rowText } from './json.js'
import { outcomeScore } from './outcome.js'
import type { ItemWriter, WriterSource, Writing } from './writer.js'

/**
 * A JSON array of tasks for Label Studio: `data` has the id, the text and the features, a label is an
 * annotation with one choice. A prediction comes from the item's meta: `predicted`, and `score` and `modelVersion`.
 */
export const labelStudio: ItemWriter = {
  name: 'label-studio',
  extensions: ['label-studio.json', 'json'],
  summary: '[{"id","data","annotations","predictions"}], tasks for Label Studio with a Choices control',
  limits: 'weights, probabilities of other classes; several labels are an error',
  async *write(source, writing) {
    yield '['
    for await (const batch of source.batches()) {
      let piece = ''
      for (const item of batch)
        piece += `${writing.items++ > 0 ? ',' : ''}\n${taskText(item, source, writing)}`
      yield piece
    }
    yield '\n]\n'
  },
}

const taskText = (item: Item, source: WriterSource, writing: Writing): string => {
  dropFields(item, writing, 'weight', 'vector')
  refuseLabels(item, writing)
  const data = objectText([
    ['id', jsonText(item.id)],
    ['text', jsonText(item.text)],
    ...featureMembers(item, source.columns, writing),
    ['x', rowText(item, writing)],
    ['meta', jsonText(item.meta)],
  ])
  return objectText([
    ['id', String(writing.items)],
    ['data', data],
    ['annotations', JSON.stringify(annotations(item, writing))],
    ['predictions', JSON.stringify(predictions(item, writing))],
  ])
}

const choice = (label: string, { options }: Writing): object => ({
  from_name: options.control ?? 'label',
  to_name: options.object ?? 'text',
  type: 'choices',
  value: { choices: [label] },
})

/** An answer, or else the label that the item came with. */
const annotations = ({ label, outcome }: Item, writing: Writing): readonly object[] => {
  const answer = outcome?.source === 'answer' ? outcome.label : label
  return answer === undefined ? [] : [{ result: [choice(answer, writing)] }]
}

const predictions = (item: Item, writing: Writing): readonly object[] => {
  const { outcome } = item
  const { predicted, score, modelVersion } =
    outcome?.source === 'prediction'
      ? {
          predicted: outcome.label,
          score: outcomeScore(outcome, writing.options.classes ?? []),
          modelVersion: outcome.modelVersion,
        }
      : (item.meta ?? {})
  if (typeof predicted !== 'string') return []
  return [
    {
      ...(typeof modelVersion === 'string' ? { model_version: modelVersion } : {}),
      ...(typeof score === 'number' ? { score } : {}),
      result: [choice(predicted, writing)],
    },
  ]
}
