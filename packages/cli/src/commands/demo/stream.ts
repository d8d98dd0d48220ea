import { defaultVectorizer } from '@askance/data'
import { type AskanceClient, createClient, ProblemError, type Schemas, unwrap } from '@askance/server/client'
import { cliError } from '../../errors.js'
import { type DemoData, type DemoItem, type NumberedItem, prepare } from './data/data.js'

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
  send(items: readonly NumberedItem[]): Promise<readonly Prediction[]>
  /** Open questions, at most `limit`. */
  open(limit: number): Promise<readonly OpenQuestion[]>
  /** Leases questions to the simulated labeller and returns their ids. */
  lease(count: number): Promise<readonly string[]>
  /** False if the question was already closed. */
  answer(id: string, label: string): Promise<boolean>
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

/** Whether the stream was deleted. */
export const isGone = (error: unknown): boolean =>
  error instanceof ProblemError && error.code === 'stream/unknown'

const isClosed = (error: unknown): boolean =>
  error instanceof ProblemError && error.code.startsWith('question/')

const contentOf = ({ text, meta, features }: DemoItem) => ({
  ...(text !== undefined && { text }),
  ...(meta && { meta }),
  ...(features && { features }),
})

const demoService = (stream: string, { sender, labeller }: Clients): DemoService => {
  const path = { stream }
  return {
    async send(batch) {
      const items = batch.map(({ id, item }) => ({ id, ...contentOf(item) }))
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
      const params = { path, query: { limit } }
      const { items } = await unwrap(sender.GET('/v1/streams/{stream}/questions', { params }))
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
      const body = { ids: [...ids] }
      await unwrap(labeller.POST('/v1/streams/{stream}/questions/release', { params: { path }, body }))
    },
  }
}

/** How the stream is created. When it continues, only explicit flags are compared with it. */
export interface DemoSetup {
  readonly items: number
  readonly budget: number
  readonly seed: number
}

const MAX_LISTED = 200
/** Number of items used to choose the vectorizer. */
const SAMPLE = 100

/** The stream of a demo. */
export class DemoStream {
  readonly service: DemoService
  readonly #data: DemoData
  readonly #client: AskanceClient
  readonly #params: { readonly path: { readonly stream: string } }

  constructor(data: DemoData, clients: Clients) {
    this.#data = data
    this.#client = clients.sender
    this.#params = { path: { stream: data.stream } }
    this.service = demoService(data.stream, clients)
  }

  /**
   * Creates the stream and teaches it, or continues it. Throws `usage/begun` if a flag contradicts it. Returns how it was
   * created and its items.
   */
  async open(
    wanted: DemoSetup,
    given: ReadonlySet<string>,
    items: readonly DemoItem[],
  ): Promise<{ readonly setup: DemoSetup; readonly arriving: readonly NumberedItem[] }> {
    const { arriving, examples } = prepare(items, this.#data, wanted.items, wanted.seed)
    const setup = { ...wanted, items: arriving.length }
    const found = await this.#find()
    if (!found) {
      await this.#create(setup, arriving)
      await this.#teach(examples)
      return { setup, arriving }
    }
    const { counts, config } = found
    const existing: DemoSetup = {
      items: config.budget.horizon ?? setup.items,
      budget: config.budget.ratio ?? setup.budget,
      seed: config.seed,
    }
    for (const flag of ['items', 'budget', 'seed'] as const)
      if (given.has(flag) && setup[flag] !== existing[flag])
        throw cliError('usage/begun', { flag, given: setup[flag], found: existing[flag] })
    // Streams of earlier versions were not taught: their ids count all items, without examples taken out.
    const taught = counts.taught === 0 && counts.items > 0 ? 0 : this.#data.taught
    const prepared = prepare(items, { ...this.#data, taught }, existing.items, existing.seed)
    // The process ended before it could teach.
    if (counts.taught === 0) await this.#teach(prepared.examples)
    return { setup: existing, arriving: prepared.arriving }
  }

  /** Predictions of previous starts, latest first. */
  async *previous(): AsyncGenerator<Prediction> {
    let cursor: string | undefined
    do {
      const query = { limit: MAX_LISTED, ...(cursor !== undefined && { cursor }) }
      const params = { ...this.#params, query }
      const page = await unwrap(this.#client.GET('/v1/streams/{stream}/items', { params }))
      for (const { id, predicted, asked } of page.items) yield { id, predicted: String(predicted), asked }
      cursor = page.next
    } while (cursor !== undefined)
  }

  /** How many labels came from whom. */
  async counts() {
    const params = this.#params
    const [{ counts }, { labellers }] = await Promise.all([
      unwrap(this.#client.GET('/v1/streams/{stream}', { params })),
      unwrap(this.#client.GET('/v1/streams/{stream}/labellers', { params })),
    ])
    const simulated = labellers.find(({ name }) => name === LABELLER)?.answers ?? 0
    return { taught: counts.taught, people: Math.max(0, counts.answers - simulated), simulated }
  }

  /** Counts and estimates of the service, which does not know the true labels. */
  async result() {
    const params = this.#params
    const [{ counts }, quality] = await Promise.all([
      unwrap(this.#client.GET('/v1/streams/{stream}', { params })),
      unwrap(this.#client.GET('/v1/streams/{stream}/quality', { params })),
    ])
    // The demo has one label for an item.
    const { all } = quality as Extract<typeof quality, { all: unknown }>
    return { counts, estimates: all }
  }

  async #find() {
    try {
      return await unwrap(this.#client.GET('/v1/streams/{stream}', { params: this.#params }))
    } catch (error) {
      if (isGone(error)) return undefined
      throw error
    }
  }

  async #create(
    { items: horizon, budget: ratio, seed }: DemoSetup,
    arriving: readonly NumberedItem[],
  ): Promise<void> {
    const { stream, title, guidelines, classes, positive, exponent } = this.#data
    // Named features need no vectorizer.
    const sample = arriving
      .slice(0, SAMPLE)
      .flatMap(({ item: { text, meta } }) =>
        text === undefined ? [] : [{ text, ...(meta && { meta }), line: 1 }],
      )
    const vectorizer = defaultVectorizer({ columns: [], sample, classes: classes.length })
    const body: Schemas['NewStream'] = {
      id: stream,
      title,
      guidelines,
      classes: [...classes],
      ...(positive !== undefined && { positive }),
      // Not F1: with few labels, its threshold calls nearly everything positive.
      objective: 'accuracy',
      algorithm: 'auto',
      budget: { ratio, horizon, exponent },
      ...(vectorizer && { vectorizer: vectorizer as Schemas['Vectorizer'] }),
      seed,
    }
    await unwrap(this.#client.POST('/v1/streams', { body }))
  }

  async #teach(examples: readonly DemoItem[]): Promise<void> {
    const items = examples.map((item) => ({ ...contentOf(item), label: item.label }))
    if (items.length > 0)
      await unwrap(
        this.#client.POST('/v1/streams/{stream}/examples', { params: this.#params, body: { items } }),
      )
  }
}

export type DemoResult = Awaited<ReturnType<DemoStream['result']>>
