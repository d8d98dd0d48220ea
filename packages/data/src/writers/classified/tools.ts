import { isObject, type Json } from '../../formats/jsonl/tools/tool.js'
import type { Item, Layout } from '../../item.js'
import { outcomeScore } from '../outcome.js'
import type { Writing } from '../writer.js'

/** Adds the outcome of an item to its record in the way of a tool. */
type Adding = (record: Json, item: Item, writing: Writing) => Json

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** Label Studio: an answer is another annotation, a prediction another prediction, by the same control as before. */
const toLabelStudio: Adding = (task, { outcome }, { options }) => {
  if (!outcome) return task
  const before = [...list(task.annotations), ...list(task.predictions)].flatMap(({ result }) => list(result))
  const control = before.find(({ type }) => type === 'choices')
  const result = [
    {
      from_name: control?.from_name ?? options.control ?? 'label',
      to_name: control?.to_name ?? options.object ?? 'text',
      type: 'choices',
      value: { choices: outcome.labels ?? [outcome.label] },
    },
  ]
  if (outcome.source === 'answer') return { ...task, annotations: [...list(task.annotations), { result }] }
  const score = outcomeScore(outcome, options.classes ?? [])
  const prediction = {
    model_version: outcome.modelVersion ?? 'askance',
    ...(score !== undefined && { score }),
    result,
  }
  return { ...task, predictions: [...list(task.predictions), prediction] }
}

/** Argilla: an answer is a response, a prediction a suggestion, to the question of the record. */
const toArgilla: Adding = (record, { outcome }, { options }) => {
  if (!outcome) return record
  const { responses, suggestions } = record
  const [question = options.control ?? 'label'] = [responses, suggestions].flatMap((one) =>
    isObject(one) ? Object.keys(one) : [],
  )
  const value = outcome.labels ?? outcome.label
  if (outcome.source === 'answer') {
    const before = isObject(responses) ? responses : {}
    const answers = Array.isArray(before[question]) ? before[question] : []
    return { ...record, responses: { ...before, [question]: [...answers, { value }] }, status: 'completed' }
  }
  const score = outcomeScore(outcome, options.classes ?? []) ?? null
  const suggestion = { value, score, agent: outcome.modelVersion ?? 'askance' }
  return { ...record, suggestions: { ...(isObject(suggestions) ? suggestions : {}), [question]: suggestion } }
}

/** Prodigy: an answer is accepted, a prediction is a task with a label or a choice to be reviewed. */
const toProdigy: Adding = (task, { outcome }, { options }) => {
  if (!outcome) return task
  const { answer: _, ...rest } = task
  const labels = outcome.labels ?? (outcome.label === undefined ? [] : [outcome.label])
  const score = outcomeScore(outcome, options.classes ?? [])
  return {
    ...rest,
    ...(Array.isArray(task.options) ? { accept: labels } : { label: labels[0] }),
    ...(score !== undefined && { score }),
    ...(outcome.source === 'answer' && { answer: 'accept' }),
  }
}

const adding: Readonly<Record<string, Adding>> = {
  'label-studio': toLabelStudio,
  argilla: toArgilla,
  prodigy: toProdigy,
}

/** The records of a tool with outcomes, as an array or as lines, as they were read. */
export async function* classifiedRecords(
  batches: AsyncIterable<readonly Item[]>,
  { framing }: Layout,
  writing: Writing,
): AsyncGenerator<string> {
  const add = adding[writing.format]!
  const isArray = framing === 'array'
  if (isArray) yield '['
  for await (const batch of batches) {
    let piece = ''
    for (const item of batch) {
      const record = JSON.stringify(add(JSON.parse(String(item.record)) as Json, item, writing))
      piece += isArray ? `${writing.items > 0 ? ',' : ''}\n${record}` : `${record}\n`
      writing.items++
    }
    yield piece
  }
  if (isArray) yield '\n]\n'
}
