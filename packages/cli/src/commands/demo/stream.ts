import { defaultVectorizer, type VectorizerConfig } from '@askance/data'
import { type AskanceClient, createClient, ProblemError, type Schemas, unwrap } from '@askance/server/client'
import { cliError } from '../../errors.js'
import { CLASSES, type Mail, type MailLabel, type NumberedMail } from './mails.js'

export const STREAM = 'mail'
const SENDER = 'demo'
const LABELLER = 'simulated labeller'

export interface Prediction {
  readonly id: string
  readonly predicted: string
  readonly asked: boolean
}

interface OpenQuestion {
  readonly id: string
  /** Leased to a person. */
  readonly isHeld: boolean
}

/** The part of the service that the demo uses; tests pass their own. */
export interface DemoService {
  send(mails: readonly NumberedMail[]): Promise<readonly Prediction[]>
  /** Open questions, at most `limit`. */
  open(limit: number): Promise<readonly OpenQuestion[]>
  /** Leases questions to the simulated labeller and returns their ids. */
  lease(count: number): Promise<readonly string[]>
  /** False if the question was already closed. */
  answer(id: string, label: MailLabel): Promise<boolean>
  release(ids: readonly string[]): Promise<void>
}

/** The demo calls its own service through the public API. */
export interface Clients {
  readonly sender: AskanceClient
  readonly labeller: AskanceClient
}

export const createClients = (baseUrl: string): Clients => ({
  sender: createClient({ baseUrl, name: SENDER }),
  labeller: createClient({ baseUrl, name: LABELLER }),
})

const path = { stream: STREAM }

/** Whether the stream was deleted. */
export const isGone = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'stream/unknown'

const isClosed = (error: unknown): boolean =>
  error instanceof ProblemError && error.code.startsWith('question/')

export const demoService = ({ sender, labeller }: Clients): DemoService => ({
  async send(mails) {
    const items = mails.map(({ id, text, meta }) => ({ id, text, meta }))
    const answer = await unwrap(
      sender.POST('/v1/streams/{stream}/items', { params: { path }, body: { items } }),
    )
    const decisions = 'decisions' in answer ? answer.decisions : [answer]
    return decisions.flatMap((decision) => {
      if (!('predicted' in decision)) return []
      const { id, predicted, asked } = decision
      return [{ id, predicted: String(predicted), asked }]
    })
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

/** How the stream is created. When it continues, only explicit flags are compared with it. */
export interface DemoSetup {
  readonly mails: number
  readonly budget: number
  readonly seed: number
}

const TITLE = 'Mail: spam or not?'
const GUIDELINES = [
  'Spam is unsolicited bulk mail: offers, prizes, schemes, pills.',
  'Ham is all other mail: personal mail, mailing lists, and newsletters with a subscription.',
  'The mails are real and about twenty years old. If you cannot decide, press Unsure.',
].join('\n\n')

const MAX_LISTED = 200
/** Number of mails used to choose the vectorizer. */
const SAMPLE = 100

const newStream = (
  { mails, budget, seed }: DemoSetup,
  vectorizer: VectorizerConfig | undefined,
): Schemas['NewStream'] => ({
  id: STREAM,
  title: TITLE,
  guidelines: GUIDELINES,
  classes: [...CLASSES],
  positive: 'spam',
  objective: 'f1',
  algorithm: 'auto',
  // With a known horizon, labels are spent early, where they help most.
  budget: { ratio: budget, horizon: mails },
  ...(vectorizer && { vectorizer: vectorizer as Schemas['Vectorizer'] }),
  seed,
})

/** Rows contain the words of body and subject, and the parts of addresses. */
const vectorizerFor = (mails: readonly Mail[]): VectorizerConfig | undefined =>
  defaultVectorizer({
    columns: [],
    sample: mails.slice(0, SAMPLE).map(({ text, meta }) => ({ text, meta, line: 1 })),
    classes: CLASSES.length,
  })

/** Creates or continues the stream. Throws `usage/begun` if a flag contradicts it. */
export const openDemoStream = async (
  client: AskanceClient,
  setup: DemoSetup,
  given: ReadonlySet<string>,
  mails: readonly Mail[],
): Promise<DemoSetup> => {
  const found = await findDemoStream(client)
  if (!found) {
    await unwrap(client.POST('/v1/streams', { body: newStream(setup, vectorizerFor(mails)) }))
    return setup
  }
  const { budget, seed } = found.config
  const existing: DemoSetup = {
    mails: Math.min(budget.horizon ?? mails.length, mails.length),
    budget: budget.ratio ?? setup.budget,
    seed,
  }
  for (const flag of ['mails', 'budget', 'seed'] as const)
    if (given.has(flag) && setup[flag] !== existing[flag])
      throw cliError('usage/begun', { flag, given: setup[flag], found: existing[flag] })
  return existing
}

const findDemoStream = async (client: AskanceClient) => {
  try {
    return await unwrap(client.GET('/v1/streams/{stream}', { params: { path } }))
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** Predictions of previous starts, latest first. */
export async function* previousPredictions(client: AskanceClient): AsyncGenerator<Prediction> {
  let cursor: string | undefined
  do {
    const query = { limit: MAX_LISTED, ...(cursor !== undefined && { cursor }) }
    const page = await unwrap(client.GET('/v1/streams/{stream}/items', { params: { path, query } }))
    for (const { id, predicted, asked } of page.items) yield { id, predicted: String(predicted), asked }
    cursor = page.next
  } while (cursor !== undefined)
}

/** Counts and estimates of the service, which does not know the true labels. */
export const readResult = async (client: AskanceClient) => {
  const [{ counts }, quality] = await Promise.all([
    unwrap(client.GET('/v1/streams/{stream}', { params: { path } })),
    unwrap(client.GET('/v1/streams/{stream}/quality', { params: { path } })),
  ])
  // The demo has one label for an item.
  const { all } = quality as Extract<typeof quality, { all: unknown }>
  return { counts, estimates: all }
}

export type DemoResult = Awaited<ReturnType<typeof readResult>>
