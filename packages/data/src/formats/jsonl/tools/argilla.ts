import { defined, isObject, type Json, mostFrequent, oneOrAll, ownKeys, type Tool } from './tool.js'

/** Records of Argilla: with `fields`, `responses` and `suggestions`; of version 1; or flat, as in its data sets. */
export const argilla: Tool = {
  name: 'argilla',
  isRecord: (record) => isNested(record) || isFirst(record) || questionOf(record) !== undefined,
  reader: () => (record) =>
    isNested(record) ? nested(record) : isFirst(record) ? firstVersion(record) : flat(record),
}

const isNested = ({ fields, responses, suggestions, metadata }: Json): boolean =>
  isObject(fields) && [responses, suggestions, metadata].some((one) => one !== undefined)

const isFirst = (record: Json): boolean =>
  'annotation' in record && 'prediction' in record && ('text' in record || isObject(record.inputs))

const nested = ({ id, external_id, fields, metadata, responses, suggestions }: Json): Json =>
  defined({
    ...ownKeys(metadata, 'metadata', ['label', 'id', 'text', ...Object.keys(fields as Json)]),
    ...ownKeys(fields, 'fields', ['label', 'id']),
    id: external_id ?? id ?? undefined,
    label: mostFrequent(responseValues(responses)),
    meta: suggestionMeta(suggestions),
  })

/** The answers to the first question: by question in version 2, by user in version 1. */
const responseValues = (responses: unknown): readonly unknown[] => {
  if (Array.isArray(responses))
    return responses.filter(isObject).flatMap(({ values, status }) => {
      const [answer] = isObject(values) ? Object.values(values) : []
      return status === 'discarded' || !isObject(answer) ? [] : present(answer.value)
    })
  const [answers] = isObject(responses) ? Object.values(responses) : []
  return Array.isArray(answers)
    ? answers.flatMap((one) => (isObject(one) && one.status !== 'discarded' ? present(one.value) : []))
    : []
}

const present = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : [Array.isArray(value) ? oneOrAll(value) : value]

const suggestionMeta = (suggestions: unknown): Json | undefined => {
  const [suggestion] = Array.isArray(suggestions)
    ? suggestions
    : isObject(suggestions)
      ? Object.values(suggestions)
      : []
  if (!isObject(suggestion) || suggestion.value === undefined) return undefined
  const { value, score, agent } = suggestion
  return defined({ predicted: value, score: score ?? undefined, modelVersion: agent ?? undefined })
}

const firstVersion = ({
  id,
  text,
  inputs,
  annotation,
  prediction,
  prediction_agent,
  metadata,
}: Json): Json => {
  const fields = isObject(inputs) ? inputs : { text }
  const [best] = Array.isArray(prediction) ? prediction : []
  const [predicted, score] = Array.isArray(best) ? best : isObject(best) ? [best.label, best.score] : []
  return defined({
    ...ownKeys(metadata, 'metadata', ['label', 'id', 'text', ...Object.keys(fields)]),
    ...ownKeys(fields, 'inputs', ['label', 'id']),
    id: id ?? undefined,
    label: present(annotation)[0],
    meta:
      predicted === undefined
        ? undefined
        : defined({ predicted, score, modelVersion: prediction_agent ?? undefined }),
  })
}

/** The question of a flat record, from its key `QUESTION.responses` or `QUESTION.suggestion`. */
const questionOf = (record: Json): string | undefined =>
  Object.keys(record)
    .map((key) => /^(.+)\.(?:responses|suggestion)$/.exec(key)?.[1])
    .find((question) => question !== undefined)

const flat = (record: Json): Json => {
  const question = questionOf(record)
  const own = Object.entries(record).filter(
    ([key]) => key !== 'status' && key !== '_server_id' && !key.startsWith(`${question}.`),
  )
  const responses = record[`${question}.responses`]
  const suggestion = record[`${question}.suggestion`]
  return defined({
    ...ownKeys(Object.fromEntries(own), 'fields', ['label']),
    label: Array.isArray(responses) ? mostFrequent(responses.flatMap(present)) : undefined,
    meta:
      suggestion === undefined || suggestion === null
        ? undefined
        : suggestionMeta({ question: { value: suggestion, score: record[`${question}.suggestion.score`] } }),
  })
}
