import { type AskanceClient, ProblemError, unwrap } from '@askance/server/client'
import { labelBody } from '../parts/labels.js'
import { errorMessage } from '../parts/problem.js'
import type { Session } from '../shell/session.js'
import { readStored, writeStored } from '../shell/storage.js'
import { type Entry, type EntryStorage, Outbox, parseEntries, type SendProblem, type Sent } from './outbox.js'

const MAX_LEASED = 50

/** Error codes that mean the action is no longer needed. */
const unneededCodes = new Set([
  'question/closed',
  'question/unknown',
  'question/own',
  'question/leased',
  'undo/nothing',
  'stream/unknown',
])

const errorCode = (error: unknown): string => (error instanceof ProblemError ? error.code : '')

export const toSendProblem = (error: unknown): SendProblem => {
  const reason = errorMessage(error)
  if (!(error instanceof ProblemError)) return { kind: 'offline', reason }
  return { kind: error.status === 429 || error.status >= 500 ? 'busy' : 'refused', reason }
}

const sendOnce = async (
  client: AskanceClient,
  { action, key, stream, id, label = '' }: Entry,
): Promise<Sent> => {
  const header = { 'idempotency-key': key }
  const params = { path: { stream, id }, header }
  if (action === 'undo') {
    const path = { stream }
    const question = await unwrap(
      client.POST('/v1/streams/{stream}/questions/undo', { params: { path, header } }),
    )
    return { outcome: 'done', question }
  }
  if (action === 'skip') await unwrap(client.POST('/v1/streams/{stream}/questions/{id}/skip', { params }))
  else if (action === 'unsure')
    await unwrap(client.POST('/v1/streams/{stream}/questions/{id}/unsure', { params }))
  else {
    const call = client.POST('/v1/streams/{stream}/questions/{id}/answer', {
      params,
      body: labelBody(label),
    })
    if ((await unwrap(call)).outcome === 'refused') return { outcome: 'unneeded' }
  }
  return { outcome: 'done' }
}

/** Whether the question is leased to us. */
const isLeasedByUs = async (client: AskanceClient, { stream, id }: Entry): Promise<boolean> => {
  const beat = client.POST('/v1/streams/{stream}/questions/heartbeat', {
    params: { path: { stream } },
    body: { ids: [id] },
  })
  return !(await unwrap(beat)).lost.includes(id)
}

/** Leases a question again after its lease expired offline, and releases the others that came with it. */
const leaseAgain = async (client: AskanceClient, { stream, id, who }: Entry): Promise<boolean> => {
  const params = { path: { stream } }
  const open = await unwrap(client.GET('/v1/streams/{stream}/questions', { params }))
  const ours = new Set(open.items.filter(({ leasedTo }) => leasedTo === who).map((question) => question.id))
  const { questions } = await unwrap(
    client.POST('/v1/streams/{stream}/questions/lease', { params, body: { count: MAX_LEASED } }),
  )
  const ids = questions.map((question) => question.id).filter((other) => other !== id && !ours.has(other))
  if (ids.length > 0)
    await unwrap(client.POST('/v1/streams/{stream}/questions/release', { params, body: { ids } }))
  return questions.some((question) => question.id === id)
}

/**
 * Sends an entry. A repeated undo is skipped if the question is leased to us: the first attempt succeeded.
 */
export const send = async (client: AskanceClient, entry: Entry, again: boolean): Promise<Sent> => {
  try {
    if (again && entry.action === 'undo' && (await isLeasedByUs(client, entry))) return { outcome: 'done' }
    return await sendOnce(client, entry)
  } catch (error) {
    const code = errorCode(error)
    // The service keeps responses for a week; an entry can wait longer.
    if (again && entry.action !== 'answer' && code === 'question/closed') return { outcome: 'done' }
    if (unneededCodes.has(code)) return { outcome: 'unneeded' }
    if (code !== 'question/unleased') throw error
    return (await leaseAgain(client, entry)) ? await sendOnce(client, entry) : { outcome: 'unneeded' }
  }
}

const storage: EntryStorage = {
  read: () => parseEntries(readStored('answers')),
  write: (entries) => {
    const text = JSON.stringify(entries)
    writeStored('answers', text)
    return readStored('answers') === text
  },
}

/** Uses the Web Locks API if available. */
const withLock = <T>(task: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? navigator.locks.request('askance-answers', task) : task()

let open: { readonly session: Session; readonly outbox: Outbox } | undefined

/** Returns the outbox of the session. It keeps sending after the desk is closed. */
export const outboxFor = (session: Session): Outbox => {
  if (open?.session === session) return open.outbox
  const outbox = new Outbox({
    who: session.me.name,
    storage,
    send: (entry, again) => send(session.client, entry, again),
    toSendProblem,
    withLock,
    schedule: (call, milliseconds) => {
      const timer = setTimeout(call, milliseconds)
      return () => clearTimeout(timer)
    },
  })
  addEventListener('online', () => outbox.retry())
  open = { session, outbox }
  void outbox.run()
  return outbox
}
