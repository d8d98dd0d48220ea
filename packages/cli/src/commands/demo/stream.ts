import { defaultVectorizer, type VectorizerConfig } from '@askance/data'
import { type AskanceClient, createClient, ProblemError, type Schemas, unwrap } from '@askance/server/client'
import { cliError } from '../../errors.js'
import { CLASSES, type Mail, type MailLabel, type NumberedMail } from './mails.js'

export const STREAM = 'mail'
const SENDER = 'demo'
const LABELLER = 'simulated labeller'

/** What was predicted of a mail. */
export interface Prediction {
  readonly id: string
  readonly predicted: string
  readonly asked: boolean
}

/** A question that is open. */
interface OpenQuestion {
  readonly id: string
  /** Whether a person has it in hand. */
  readonly isHeld: boolean
}

/** As much of the service as mails that arrive and a labeller need; tests bring their own. */
export interface DemoService {
  send(mails: readonly NumberedMail[]): Promise<readonly Prediction[]>
  /** Questions that are open, so many at most. */
  open(most: number): Promise<readonly OpenQuestion[]>
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

export const createClients = (baseUrl: string): Clients => ({
  sender: createClient({ baseUrl, name: SENDER }),
  labeller: createClient({ baseUrl, name: LABELLER }),
})

const path = { stream: STREAM }

/** Whether somebody deleted the stream. */
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

/** How a stream is begun. Where one of an earlier day goes on, only what somebody has said is compared with it. */
export interface DemoSetup {
  readonly mails: number
  readonly budget: number
  readonly seed: number
}

const TITLE = 'Mail: spam or not?'
const GUIDELINES = [
  'Spam is mail that nobody asked for and that was sent to many: offers, prizes, schemes, pills.',
  'Ham is all other mail: from people, from mailing lists, and newsletters that somebody has ordered.',
  'The mails are real and some twenty years old. If you cannot tell, say so: press unsure.',
].join('\n\n')

const MAX_LISTED = 200
/** So many mails show what mails are like. */
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
  // How many will come is known, and then labels are spent early, where they bring most.
  budget: { ratio: budget, horizon: mails },
  ...(vectorizer && { vectorizer: vectorizer as Schemas['Vectorizer'] }),
  seed,
})

/** How mails become rows: their words, those of the subject marked, addresses taken apart. */
const vectorizerFor = (mails: readonly Mail[]): VectorizerConfig | undefined =>
  defaultVectorizer({
    columns: [],
    sample: mails.slice(0, SAMPLE).map(({ text, meta }) => ({ text, meta, line: 1 })),
    classes: CLASSES.length,
  })

/** Creates the stream, or finds it as it was left. Throws `usage/begun` where a flag says otherwise. */
export const openDemoStream = async (
  client: AskanceClient,
  wanted: DemoSetup,
  given: ReadonlySet<string>,
  mails: readonly Mail[],
): Promise<DemoSetup> => {
  const found = await findDemoStream(client)
  if (!found) {
    await unwrap(client.POST('/v1/streams', { body: newStream(wanted, vectorizerFor(mails)) }))
    return wanted
  }
  const { budget, seed } = found.config
  const beginning: DemoSetup = {
    mails: Math.min(budget.horizon ?? mails.length, mails.length),
    budget: budget.ratio ?? wanted.budget,
    seed,
  }
  for (const flag of ['mails', 'budget', 'seed'] as const)
    if (given.has(flag) && wanted[flag] !== beginning[flag])
      throw cliError('usage/begun', { flag, given: wanted[flag], found: beginning[flag] })
  return beginning
}

const findDemoStream = async (client: AskanceClient) => {
  try {
    return await unwrap(client.GET('/v1/streams/{stream}', { params: { path } }))
  } catch (error) {
    if (isGone(error)) return undefined
    throw error
  }
}

/** All that arrived before, the latest first. */
export async function* previousPredictions(client: AskanceClient): AsyncGenerator<Prediction> {
  let cursor: string | undefined
  do {
    const query = { limit: MAX_LISTED, ...(cursor !== undefined && { cursor }) }
    const page = await unwrap(client.GET('/v1/streams/{stream}/items', { params: { path, query } }))
    yield* page.items
    cursor = page.next
  } while (cursor !== undefined)
}

/** What became of it all, as the service itself says without knowing the truth. */
export const readResult = async (client: AskanceClient) => {
  const [{ counts }, { all }] = await Promise.all([
    unwrap(client.GET('/v1/streams/{stream}', { params: { path } })),
    unwrap(client.GET('/v1/streams/{stream}/quality', { params: { path } })),
  ])
  return { counts, estimates: all }
}

export type DemoResult = Awaited<ReturnType<typeof readResult>>
