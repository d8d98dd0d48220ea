import { defined, isObject, type Json, mostFrequent, oneOrAll, ownKeys, type Tool } from './tool.js'

/** Tasks as Label Studio exports and imports them: `data`, `annotations` and `predictions`. */
export const labelStudio: Tool = {
  name: 'label-studio',
  isRecord: ({ data, annotations, predictions, completions }) =>
    isObject(data) && [annotations, predictions, completions].some(Array.isArray),
  reader: () => (task) => {
    const { id, data, annotations, completions, predictions } = task
    const own = ownKeys(data, 'data', ['label'])
    const [prediction] = Array.isArray(predictions) ? predictions.filter(isObject) : []
    return defined({
      ...own,
      id: own.id ?? id,
      label: mostFrequent(votes(annotations ?? completions)),
      meta: prediction && predicted(prediction, own.meta),
    })
  },
}

/** Whether it is a record of JSON-MIN, which has the answers as members. */
export const isMinimal = (record: Json): boolean => 'annotation_id' in record && 'lead_time' in record

/** In JSON-MIN, the answer to a question that allows several choices is an object. */
export const withoutChoices = (record: Json): Json =>
  Object.fromEntries(
    Object.entries(record).map(([key, value]) => [
      key,
      isObject(value) && Array.isArray(value.choices) ? oneOrAll(value.choices) : value,
    ]),
  )

/** The label of every annotation that was not cancelled; only of those that are the ground truth, if there are any. */
const votes = (annotations: unknown): readonly unknown[] => {
  const valid = Array.isArray(annotations)
    ? annotations.filter((one): one is Json => isObject(one) && one.was_cancelled !== true)
    : []
  const truth = valid.filter(({ ground_truth }) => ground_truth === true)
  return (truth.length > 0 ? truth : valid).map(choicesOf).filter((found) => found !== undefined)
}

/** The choices of the first control with choices. */
const choicesOf = ({ result }: Json): unknown => {
  const results = Array.isArray(result) ? result.filter(isObject) : []
  const found = results.find(({ value }) => isObject(value) && Array.isArray(value.choices))
  return found && oneOrAll((found.value as { choices: readonly unknown[] }).choices)
}

const predicted = (prediction: Json, meta: unknown): Json =>
  defined({
    ...(isObject(meta) ? meta : {}),
    predicted: choicesOf(prediction),
    score: prediction.score ?? undefined,
    modelVersion: prediction.model_version ?? undefined,
  })
