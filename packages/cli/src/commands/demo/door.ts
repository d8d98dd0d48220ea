import { type AskanceClient, createClient, ProblemError, unwrap } from '@askance/server/client'
import type { MailLabel, NumberedMail } from './mails.js'

export const STREAM = 'mail'
const SENDER = 'demo'
const LABELLER = 'simulated labeller'

/** What was predicted of a mail. */
export interface Predicted {
  readonly id: string
  readonly predicted: string
  readonly asked: boolean
}

/** A question that is open. */
export interface Waiting {
  readonly id: string
  /** Whether a person has it in hand. */
  readonly isHeld: boolean
}

/** As much of the service as mails that arrive and a labeller need; tests bring their own. */
export interface Door {
  send(mails: readonly NumberedMail[]): Promise<readonly Predicted[]>
  /** Questions that are open, so many at most. */
  open(most: number): Promise<readonly Waiting[]>
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
  async open(limit) {
    const query = { limit }
    const { items } = await unwrap(sender.GET('/v1/streams/{stream}/questions', { params: { path, query } }))
    return items.map(({ id, leasedTo = LABELLER }) => ({ id, isHeld: leasedTo !== LABELLER }))
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
