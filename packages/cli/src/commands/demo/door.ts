import { type AskanceClient, createClient, ProblemError, unwrap } from '@askance/server/client'
import type { MailLabel, NumberedMail } from './mails.js'

export const STREAM = 'mail'
const SENDER = 'demo'
const LABELLER = 'simulated labeller'
/** No more than so many are in people's hands. */
const MOST_HELD = 100

/** What was predicted of a mail. */
export interface Predicted {
  readonly id: string
  readonly predicted: string
  readonly asked: boolean
}

/** As much of the service as mails that arrive and a labeller need; tests bring their own. */
export interface Door {
  send(mails: readonly NumberedMail[]): Promise<readonly Predicted[]>
  /** How many questions are open, those in people's hands with them or without; no more than `most` are counted. */
  open(most: number, withHeld: boolean): Promise<number>
  /** The ids of questions that are the labeller's for a while. */
  lease(count: number): Promise<readonly string[]>
  /** Whether the answer was still wanted. */
  answer(id: string, label: MailLabel): Promise<boolean>
  release(ids: readonly string[]): Promise<void>
}

/** The clients by which the demonstration calls its own service, as everybody else would. */
export interface Clients {
  readonly sender: AskanceClient
  readonly labeller: AskanceClient
}

export const clientsOf = (baseUrl: string): Clients => ({
  sender: createClient({ baseUrl, name: SENDER }),
  labeller: createClient({ baseUrl, name: LABELLER }),
})

const path = { stream: STREAM }

/** Whether somebody deleted the stream. */
export const isGone = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'stream/unknown'

const isClosed = (error: unknown): boolean =>
  error instanceof ProblemError && error.code.startsWith('question/')

export const doorOf = ({ sender, labeller }: Clients): Door => ({
  async send(mails) {
    const items = mails.map(({ id, text, meta }) => ({ id, text, meta }))
    const answer = await unwrap(
      sender.POST('/v1/streams/{stream}/items', { params: { path }, body: { items } }),
    )
    return 'decisions' in answer ? answer.decisions : [answer]
  },
  async open(most, withHeld) {
    const query = { limit: withHeld ? most : most + MOST_HELD }
    const { items } = await unwrap(sender.GET('/v1/streams/{stream}/questions', { params: { path, query } }))
    const counted = items.filter(({ leasedTo = LABELLER }) => withHeld || leasedTo === LABELLER)
    return Math.min(most, counted.length)
  },
  async lease(count) {
    const { questions } = await unwrap(
      labeller.POST('/v1/streams/{stream}/questions/lease', { params: { path }, body: { count } }),
    )
    return questions.map(({ id }) => id)
  },
  async answer(id, label) {
    const params = { path: { ...path, id } }
    try {
      await unwrap(labeller.POST('/v1/streams/{stream}/questions/{id}/answer', { params, body: { label } }))
      return true
    } catch (error) {
      if (isClosed(error)) return false
      throw error
    }
  },
  async release(ids) {
    await unwrap(
      labeller.POST('/v1/streams/{stream}/questions/release', {
        params: { path },
        body: { ids: [...ids] },
      }),
    )
  },
})
