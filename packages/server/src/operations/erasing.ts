import { serverError } from '../errors.js'
import type { StreamConfig } from '../stream/config.js'
import { isPool } from '../stream/options.js'
import type { Stream } from '../stream/stream.js'
import { wideError } from '../stream/wide.js'
import { eraseUnloaded, LoggedQuestions } from './logged-questions.js'
import { inSlices, type OperationContext, operation } from './operation.js'
import { redactionOf, renamedPages, renamer } from './redaction.js'

export interface ErasedItems {
  readonly erased: number
  /** The items among them whose answer was unlearned. */
  readonly forgotten: readonly string[]
}

/**
 * Erases items: their content is deleted, and the state is rebuilt as if it had never seen them. Answers are unlearned. Decisions
 * stay in the log. Rejects with `item/unknown` before anything is changed.
 */
export const erase = operation({
  plan: (input: { readonly ids: readonly string[] }, { store, stream }) => ({
    claims: [`erase ${stream}`, ...new Set(input.ids.map((id) => `item ${stream} ${id}`))],
    prepare: async () => {
      const items = await store.findItems(stream, [...new Set(input.ids)])
      const found = new Set(items.map(({ id }) => id))
      const missing = input.ids.find((id) => !found.has(id))
      if (missing !== undefined) throw serverError('item/unknown', { stream, id: missing })
      const ids = [...found]
      const record = await store.readStream(stream)
      const questions = new LoggedQuestions()
      const redaction = await redactionOf(store, stream, items, (entry) => questions.follow(entry))
      const isWhole = ids.every((id) => questions.isWhole(id))
      const isKnown = record && isWhole && hasOneLabel(record.config) && !isPool(record.config)
      return {
        input: { ids },
        redaction,
        ...(isKnown && {
          unloaded: {
            seq: record.seq,
            perform: (now, context) => eraseUnloaded(now, ids, questions, context),
          },
        }),
      }
    },
  }),
  *handle(stream, { ids }, context): Generator<void, ErasedItems> {
    if (stream.wide) throw wideError(stream.id, stream.config, 'erasing items: delete the stream')
    const forgotten = yield* inSlices(ids, (id) => (eraseItem(stream, id, context) ? [id] : []), SLICE)
    return { erased: ids.length, forgotten: forgotten.flat() }
  },
})

/** Whether every question is about one label: then its state follows from its own events. */
const hasOneLabel = ({ multiLabel, partitions }: StreamConfig): boolean =>
  !multiLabel && partitions === undefined

/** Unlearning an answer learns all later ones again, so other streams get their turn soon. */
const SLICE = 4

/** Returns whether an answer was forgotten. */
const eraseItem = (stream: Stream, id: string, { time, by }: OperationContext): boolean => {
  const state = stream.classifier.question(id)?.state
  // An open question is returned to the budget.
  if (state === 'open') stream.classifier.skip(id, { time, by })
  if (state === 'answered') stream.classifier.forget(id, { time, by })
  stream.happens({ type: 'erased', id, time, by })
  return state === 'answered'
}

/** A labeller, and the name that replaces theirs in the log. */
export interface ErasedLabeller {
  readonly labeller: string
  readonly as: string
  /** Events up to this number were renamed before. */
  readonly after: number
  /** Added by the plan: the last event that is renamed. */
  readonly through?: number
}

/** How many answers are unlearned at a time. */
const ANSWERS = 20

/**
 * Erases a labeller in steps: unlearns their answers, takes back their votes on open questions, and replaces their name in the log.
 * It is repeated with `after: through` until it is done.
 */
export const eraseLabeller = operation({
  plan: (input: ErasedLabeller, { store, stream }) => ({
    claims: [`erase ${stream}`],
    prepare: async () => {
      const { labeller, as, after } = input
      const rename = renamer(labeller, as)
      const { pages, through } = await renamedPages(store, stream, after, rename)
      const [first] = pages
      return {
        input: { ...input, through },
        redaction: { pages, words: [labeller], rename, ...(first && { from: first.seq }) },
      }
    },
  }),
  *handle(stream, { labeller, as, through = 0 }, { time, by }) {
    const { classifier, labels, votes, checks } = stream
    // The stream may have been rebuilt between two steps.
    const isTheirs = (name: string | undefined): boolean => name === labeller || name === as
    const given = [...labels].filter(([, label]) => isTheirs(label.by)).map(([id]) => id)
    const some = given.slice(0, ANSWERS)
    yield* inSlices(some, (id) => classifier.forget(id, { time, by }), SLICE)
    const open = [...votes.ids()].filter((id) => classifier.question(id)?.state === 'open')
    const voted = open.flatMap((id) =>
      votes
        .on(id)
        .filter((vote) => isTheirs(vote.by))
        .map((vote) => ({ id, by: vote.by })),
    )
    for (const vote of voted) stream.happens({ type: 'unvoted', ...vote, time })
    const checked = [...checks.ids()].flatMap((id) =>
      [labeller, as].filter((name) => checks.isCheckedBy(id, name)).map((name) => ({ id, by: name })),
    )
    for (const check of checked) stream.happens({ type: 'unchecked', ...check, time })
    const taken = voted.length + checked.length
    return {
      forgotten: some.length,
      votes: taken,
      through,
      isDone: given.length === some.length && taken === 0,
    }
  },
})
