import { catalogue } from '@askance/core/internals'
import type { Route } from '../../src/http/route.js'
import type { Dice } from './fuzz-dice.js'
import type { Reply } from './http-app.js'
import { someOf } from './http-random.js'

export type Kind = 'text' | 'features' | 'row'

export interface KnownStream {
  readonly id: string
  readonly kind: Kind
  readonly classes: readonly string[]
  readonly items: string[]
  readonly held: { readonly id: string; readonly as: string }[]
}

/** What is there by now, so that requests can speak of it. */
export interface World {
  readonly streams: Map<string, KnownStream>
  readonly hooks: { readonly stream: string; readonly id: string }[]
  readonly tokens: string[]
  /** What must never be seen in a log. */
  readonly secrets: string[]
  readonly cursors: string[]
  readonly hookUrl: string
  model: Buffer
  count: number
}

export interface Recipe {
  readonly params: Record<string, string>
  readonly query?: Record<string, string>
  readonly body?: unknown
  readonly lines?: readonly unknown[]
  readonly bytes?: Buffer
  readonly headers?: Record<string, string>
  readonly as?: string
}

type Maker = (world: World, stream: KnownStream, dice: Dice) => Recipe

const KINDS: readonly Kind[] = ['text', 'features', 'row']
const MOST_STREAMS = 12
const MOST_KNOWN = 200

const contentOf = (kind: Kind, dice: Dice): object => {
  if (kind === 'text') return { text: dice.text() }
  const number = () => dice.pick([0, 1, -1, 0.5, 1e-300, 1e6, 3.25])
  if (kind === 'features')
    return { features: { x: number(), y: number(), color: dice.pick(['red', 'blue']) } }
  const index = [...new Set(dice.list(8, () => 1 + dice.below(50)))].sort((a, b) => a - b)
  return { row: { index, value: index.map(number) } }
}

const newItem = (world: World, { id, kind }: KnownStream, dice: Dice): object => ({
  id: `${id}-${++world.count}`,
  ...contentOf(kind, dice),
  ...(dice.chance(0.2) && { meta: { subject: dice.text(), spam: dice.chance(0.5) } }),
})

const anItem = ({ items }: KnownStream, dice: Dice): string =>
  items.length > 0 ? dice.pick(items) : 'nothing'

const aQuestion: Maker = (_, stream, dice) => {
  const held = (dice.chance(0.7) && stream.held.pop()) || { id: anItem(stream, dice), as: 'ada' }
  return {
    params: { stream: stream.id, id: held.id },
    as: held.as,
    body: { label: dice.pick(stream.classes) },
  }
}

const labeller = (dice: Dice): string => dice.pick(['ada', 'bo', 'owner'])
const inStream = ({ id }: KnownStream): { stream: string } => ({ stream: id })
const ofItem: Maker = (_, stream, dice) => ({ params: { ...inStream(stream), id: anItem(stream, dice) } })
const heldIds: Maker = (_, stream, dice) => ({
  params: inStream(stream),
  as: labeller(dice),
  body: { ids: [...new Set(stream.held.slice(-5).map(({ id }) => id)), anItem(stream, dice)] },
})

const ofHook: Maker = ({ hooks }, stream, dice) => {
  const hook = hooks.length > 0 ? dice.pick(hooks) : { stream: stream.id, id: 'none' }
  return { params: { stream: hook.stream, hook: hook.id, number: String(1 + dice.below(20)) } }
}

const algorithmFor = (classes: number, dice: Dice): string => {
  if (dice.chance(0.35)) return 'auto'
  if (classes === 2 && dice.chance(0.3)) return 'D-AMD'
  const task = classes === 2 ? 'binary' : 'multiclass'
  return dice.pick(catalogue.filter((one) => one.task === task || one.task === 'any')).name
}

const newStream: Maker = (world, _, dice) => {
  const kind = dice.pick(KINDS)
  // Models of texts with many classes are large, and all of them are in memory at once.
  const count = kind === 'text' ? dice.pick([2, 2, 2, 3]) : dice.pick([2, 2, 3, 4])
  const classes = ['ham', 'spam', 'none', 'ü 3'].slice(0, count)
  return {
    params: {},
    body: {
      id: `${kind}-${++world.count}`,
      classes,
      algorithm: algorithmFor(classes.length, dice),
      budget: dice.pick([{ ratio: 1 }, { ratio: 0.2 }, { total: 50 }, { perHour: 1000, burst: 5 }]),
      measure: dice.pick([0, 0.2, 0.5]),
      answersPerItem: dice.pick([1, 1, 1, 2, 3]),
      seed: dice.below(1e9),
      ...(dice.chance(0.2) && { title: dice.text(), guidelines: dice.text() }),
      ...(dice.chance(0.1) && { objective: 'cost', costs: { falseNegative: 5 } }),
      ...(dice.chance(0.2) && { consensus: 'reliability', expireAfter: 3600 }),
    },
  }
}

const observed: Maker = (world, stream, dice) => {
  const items = dice.list(6, () => newItem(world, stream, dice))
  const params = inStream(stream)
  if (dice.chance(0.3)) return { params, lines: items }
  return { params, body: dice.chance(0.5) ? items[0] : { items } }
}

const taught: Maker = (world, stream, dice) => {
  const examples = dice.list(4, () => ({ ...newItem(world, stream, dice), label: dice.pick(stream.classes) }))
  return {
    params: inStream(stream),
    ...(dice.chance(0.3) ? { lines: examples } : { body: { items: examples } }),
  }
}

const changed: Maker = (_, stream, dice) => ({
  params: inStream(stream),
  headers: { 'if-match': dice.pick(['*', '*', '"1"']) },
  body: dice.pick([
    { title: dice.text() },
    { leaseSeconds: 5 + dice.below(100) },
    { budget: { ratio: dice.uniform() } },
    { answersPerItem: 1 + dice.below(3) },
    { paused: dice.chance(0.05) },
    { classes: [...stream.classes, `new ${dice.below(5)}`] },
  ]),
})

/** A sound request for each operation that needs to know what is there. */
const makers: Readonly<Record<string, Maker>> = {
  createStream: newStream,
  changeStream: changed,
  observeItems: observed,
  teachItems: taught,
  predictItems: (_, stream, dice) => ({ params: inStream(stream), body: contentOf(stream.kind, dice) }),
  explainContent: (_, stream, dice) => ({ params: inStream(stream), body: contentOf(stream.kind, dice) }),
  readItem: ofItem,
  eraseItem: ofItem,
  erasePerson: (_, stream, dice) => ({
    params: inStream(stream),
    body: dice.pick([{ ids: [anItem(stream, dice)] }, { idPrefix: 'item-9' }, { labeller: 'Cleo' }]),
  }),
  explainItem: ofItem,
  forgetAnswer: ofItem,
  leaseQuestions: (_, stream, dice) => ({
    params: inStream(stream),
    as: labeller(dice),
    body: { count: 1 + dice.below(8) },
  }),
  heartbeatQuestions: heldIds,
  releaseQuestions: heldIds,
  undoAnswer: (_, stream, dice) => ({ params: inStream(stream), as: labeller(dice) }),
  answerQuestion: aQuestion,
  skipQuestion: aQuestion,
  unsureQuestion: aQuestion,
  sendAnswers: (_, stream, dice) => ({
    params: inStream(stream),
    body: {
      answers: dice.list(4, () => ({
        id: anItem(stream, dice),
        label: dice.pick(stream.classes),
        by: 'Cleo',
      })),
    },
    ...(dice.chance(0.3) && { headers: { 'idempotency-key': `key ${dice.below(20)}` } }),
  }),
  importModel: ({ model, streams }, stream, dice) => {
    const fresh = [...streams.values()].filter(({ items }) => items.length === 0)
    return { params: inStream(fresh.length > 0 ? dice.pick(fresh) : stream), bytes: model }
  },
  createHook: ({ hookUrl }, stream) => ({ params: inStream(stream), body: { url: hookUrl } }),
  deleteHook: ofHook,
  listDeliveries: ofHook,
  retryDelivery: ofHook,
  createToken: (world, stream, dice) => ({
    params: {},
    body: {
      name: `name ${++world.count}`,
      role: dice.pick(['reader', 'labeller', 'owner']),
      ...(dice.chance(0.5) && inStream(stream)),
    },
  }),
  deleteToken: ({ tokens }, _, dice) => ({ params: { id: tokens.length > 0 ? dice.pick(tokens) : 'none' } }),
}

/** Extra weight of an operation. */
const WEIGHTS: Readonly<Record<string, number>> = {
  observeItems: 14,
  leaseQuestions: 8,
  answerQuestion: 10,
  sendAnswers: 4,
  teachItems: 3,
  createStream: 3,
  importModel: 2,
  changeStream: 2,
}

export const weighted = (routes: readonly Route[]): readonly Route[] =>
  routes.flatMap((route) => Array.from({ length: WEIGHTS[route.operation] ?? 1 }, () => route))

const nowhere: KnownStream = { id: 'nowhere', kind: 'text', classes: ['a', 'b'], items: [], held: [] }

const queryOf = (route: Route, { cursors }: World, dice: Dice): Record<string, string> => {
  const { properties = {} } = (route.query ?? {}) as { properties?: Record<string, object> }
  const wanted = Object.entries(properties).filter(() => dice.chance(0.3))
  return Object.fromEntries(
    wanted.map(([name, schema]) => {
      if (name === 'cursor') return [name, cursors.length > 0 ? dice.pick(cursors) : 'MQ']
      if (name === 'stream') return [name, 'some-stream']
      return [name, String(someOf(schema, () => dice.uniform()))]
    }),
  )
}

/** A request to a route that should mostly be fine. */
export const soundRecipe = (route: Route, world: World, dice: Dice): Recipe => {
  const streams = [...world.streams.values()]
  const asked = /^(answer|skip|unsure)Question$/.test(route.operation)
    ? streams.filter(({ held }) => held.length > 0)
    : []
  const among = asked.length > 0 ? asked : streams
  const stream = among.length > 0 ? dice.pick(among) : nowhere
  const made = makers[route.operation]?.(world, stream, dice) ?? { params: inStream(stream) }
  const { body: _, ...withoutBody } = made
  return { query: queryOf(route, world, dice), ...(route.body ? made : withoutBody) }
}

const keep = <Item>(list: Item[], ...items: Item[]): void => {
  list.push(...items)
  if (list.length > MOST_KNOWN) list.splice(0, list.length - MOST_KNOWN)
}

type Learner = (world: World, stream: KnownStream, reply: Reply, as: string) => void

const learners: Readonly<Record<string, Learner>> = {
  createStream: ({ streams }, _, { json }) => {
    const kind = KINDS.find((one) => String(json.id).startsWith(one)) ?? 'text'
    streams.set(json.id, { id: json.id, kind, classes: json.config.classes, items: [], held: [] })
  },
  deleteStream: ({ streams }, { id }) => void streams.delete(id),
  observeItems: (_, { items }, { text, json }) => {
    const decisions = json
      ? (json.decisions ?? [json])
      : text
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line))
    keep(items, ...decisions.flatMap(({ id }: { id?: string }) => id ?? []))
  },
  leaseQuestions: (_, { held }, { json }, as) =>
    keep(held, ...json.questions.map(({ id }: { id: string }) => ({ id, as }))),
  createHook: ({ hooks, secrets }, _, { json }) => {
    keep(hooks, { stream: json.stream, id: json.id })
    secrets.push(json.secret)
  },
  createToken: ({ tokens, secrets }, _, { json }) => {
    keep(tokens, json.id)
    secrets.push(json.token)
  },
}

/** Remembers what a request brought into being. */
export const learn = (world: World, route: Route, url: string, reply: Reply, as: string): void => {
  if (reply.status >= 300) return
  const id = /^\/v1\/streams\/([^/?]+)/.exec(url)?.[1] ?? ''
  learners[route.operation]?.(world, world.streams.get(id) ?? nowhere, reply, as)
  if (typeof reply.json?.next === 'string') keep(world.cursors, reply.json.next)
}

/** Whether there are so many streams that no more are made. */
export const isFull = ({ streams }: World): boolean => streams.size >= MOST_STREAMS
