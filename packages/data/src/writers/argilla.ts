import type { Item } from '../item.js'
import { dropFields } from './features.js'
import { outcomeScore } from './outcome.js'
import type { ItemWriter, WriterSource, Writing } from './writer.js'

/** A JSON array of records for Argilla: text in `fields`, other columns in `metadata`, one question. */
export const argilla: ItemWriter = {
  name: 'argilla',
  extensions: ['argilla.json'],
  summary: '[{"id","fields","metadata","suggestions","responses"}], records for Argilla with one question',
  limits: 'weights, features, probabilities of other classes; items need text',
  async *write(source, writing) {
    yield '['
    for await (const batch of source.batches()) {
      let piece = ''
      for (const item of batch) {
        const record = JSON.stringify(recordOf(item, source, writing))
        piece += `${writing.items++ > 0 ? ',' : ''}\n${record}`
      }
      yield piece
    }
    yield '\n]\n'
  },
}

const recordOf = (item: Item, { columns }: WriterSource, writing: Writing): object => {
  dropFields(item, writing, 'weight', 'vector')
  if (item.features || item.row) writing.lose('features')
  const { text, cells = [], id, label, labels, outcome, meta } = item
  const isText = (k: number): boolean => columns[k]!.kind === 'text'
  const named = (wanted: boolean): [string, unknown][] =>
    cells.flatMap((cell, k): [string, unknown][] =>
      isText(k) === wanted && cell !== null ? [[columns[k]!.name, cell]] : [],
    )
  const fields = { ...(text !== undefined && { text }), ...Object.fromEntries(named(true)) }
  if (Object.keys(fields).length === 0) throw writing.error('write/text-missing', item)
  const question = writing.options.control ?? 'label'
  const isAnswer = outcome?.source === 'answer'
  const answer = isAnswer ? (outcome.labels ?? outcome.label) : (labels ?? label)
  const score = outcome && outcomeScore(outcome, writing.options.classes ?? [])
  const suggestion = outcome && !isAnswer ? (outcome.labels ?? outcome.label) : undefined
  return {
    ...(id !== undefined && { id }),
    fields,
    metadata: { ...meta, ...Object.fromEntries(named(false)) },
    suggestions:
      suggestion === undefined
        ? {}
        : {
            [question]: {
              value: suggestion,
              score: score ?? null,
              agent: outcome?.modelVersion ?? 'askance',
            },
          },
    responses: answer === undefined ? {} : { [question]: [{ value: answer }] },
    vectors: {},
    status: answer === undefined ? 'pending' : 'completed',
  }
}
