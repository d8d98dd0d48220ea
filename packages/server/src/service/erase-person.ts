import { randomBytes } from 'node:crypto'
import { counted } from '@askance/core/internals'
import type { ItemRecord } from '../store/records.js'
import type { Caller, Service } from './service.js'

/** What belongs to a person: items by id, by the beginning of the id or by metadata, and everything a labeller said. */
export interface PersonalData {
  readonly ids?: readonly string[]
  readonly idPrefix?: string
  /** Items whose metadata has all of these values, compared as text. */
  readonly meta?: Readonly<Record<string, string>>
  readonly labeller?: string
}

export interface ErasedPerson {
  /** Items that were erased, and how many of their answers were unlearned. */
  readonly items: number
  readonly forgotten: number
  /** What was taken back from the labeller, and the name that replaces theirs. */
  readonly labeller?: { readonly answers: number; readonly votes: number; readonly as: string }
}

/** What the audit log says: how much was erased, but not whose. */
export const erasureText = ({ items, labeller }: ErasedPerson): string =>
  [
    ...(items > 0 || !labeller ? [counted(items, 'item')] : []),
    ...(labeller ? [`${counted(labeller.answers, 'answer')} of ${labeller.as}`] : []),
  ].join(', ')

/** Items per transaction, and items that are read at a time. */
const BATCH = 100
const SLICE = 1000

/**
 * Erases the data of a person from a stream, in batches. The stream is rebuilt afterwards: if possible in another thread while it serves
 * requests, otherwise by the next request. If it is interrupted, the batches that were written stay erased, and the same call continues.
 */
export const erasePerson = async (
  service: Pick<Service, 'run' | 'store'>,
  stream: string,
  person: PersonalData,
  caller: Caller,
  onProgress: (items: number) => void = () => undefined,
): Promise<ErasedPerson> => {
  let items = 0
  let forgotten = 0
  for await (const ids of batchesOf(service.store, stream, person)) {
    const done = await service.run(stream, 'erase', { ids }, caller)
    items += done.erased
    forgotten += done.forgotten.length
    onProgress(items)
  }
  const { labeller } = person
  if (labeller === undefined) return { items, forgotten }
  return { items, forgotten, labeller: await eraseLabeller(service, stream, labeller, caller) }
}

async function* batchesOf(
  store: Service['store'],
  stream: string,
  { ids = [], idPrefix, meta }: PersonalData,
): AsyncGenerator<readonly string[]> {
  for (let start = 0; start < ids.length; start += BATCH) yield ids.slice(start, start + BATCH)
  if (idPrefix === undefined && !meta) return
  for (let after = ''; ; ) {
    const items = await store.scanItems(stream, { prefix: idPrefix ?? '', after, limit: SLICE })
    const last = items.at(-1)
    if (!last) return
    const found = items.filter((item) => item.content !== '' && hasMeta(item, meta)).map(({ id }) => id)
    for (let start = 0; start < found.length; start += BATCH) yield found.slice(start, start + BATCH)
    after = last.id
  }
}

const hasMeta = ({ content }: ItemRecord, wanted: PersonalData['meta']): boolean => {
  if (!wanted) return true
  const { meta } = JSON.parse(content) as { readonly meta?: Readonly<Record<string, unknown>> }
  if (!meta) return false
  return Object.entries(wanted).every(
    ([name, value]) => Object.hasOwn(meta, name) && String(meta[name]) === value,
  )
}

const eraseLabeller = async (
  service: Pick<Service, 'run'>,
  stream: string,
  labeller: string,
  caller: Caller,
): Promise<NonNullable<ErasedPerson['labeller']>> => {
  const as = `erased-${randomBytes(6).toString('hex')}`
  let [answers, votes, after] = [0, 0, 0]
  for (;;) {
    const step = await service.run(stream, 'eraseLabeller', { labeller, as, after }, caller)
    answers += step.forgotten
    votes += step.votes
    after = step.through
    if (step.isDone) return { answers, votes, as }
  }
}
