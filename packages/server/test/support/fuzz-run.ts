import assert from 'node:assert/strict'
import type { Route } from '../../src/http/route.js'
import { allRoutes } from '../../src/http/routes/index.js'
import { ProblemBody } from '../../src/schema/common.js'
import { AnyDecision } from '../../src/schema/items.js'
import type { FuzzBench, Sent } from './fuzz-bench.js'
import { Dice } from './fuzz-dice.js'
import { isFull, learn, type Recipe, soundRecipe, type World, weighted } from './fuzz-recipes.js'
import { jsonText, oddHeader, strangeBytes, strangeText, strangeUrl, strangeValue } from './fuzz-strange.js'
import { assertFits, type Reply } from './http-app.js'
import { strangeOf } from './http-random.js'

interface FuzzReport {
  readonly world: World
  readonly statuses: Readonly<Record<number, number>>
  /** How often each operation went well. */
  readonly done: Readonly<Record<string, number>>
}

interface Shot {
  readonly route: Route
  readonly sent: Sent
}

/** Models beyond this are not sent. */
const MOST_SENT = 2 ** 22

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']

const addressOf = ({ path }: Route, { params, query = {} }: Recipe): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? '0'))
  const asked = new URLSearchParams(query).toString()
  return asked === '' ? filled : `${filled}?${asked}`
}

const textOfRecipe = ({ body, lines }: Recipe): string | undefined => {
  if (lines) return lines.map((line) => `${jsonText(line)}\n`).join('')
  return body === undefined ? undefined : jsonText(body)
}

const typeOf = ({ bytes, lines, body }: Recipe): Record<string, string> => {
  if (bytes) return { 'content-type': 'application/octet-stream' }
  if (lines) return { 'content-type': 'application/x-ndjson' }
  return body === undefined ? {} : { 'content-type': 'application/json' }
}

const sentOf = (route: Route, recipe: Recipe): Sent => {
  const body = recipe.bytes ?? textOfRecipe(recipe)
  return {
    method: route.method,
    url: addressOf(route, recipe),
    as: recipe.as ?? 'owner',
    ...(body !== undefined && { body }),
    headers: { ...typeOf(recipe), ...recipe.headers },
  }
}

/** Changes what a request says; the rest is as it was. */
const strangeRecipe = (route: Route, recipe: Recipe, dice: Dice): Recipe => {
  const { lines, bytes, body } = recipe
  if (bytes) return { ...recipe, bytes: strangeBytes(bytes, dice) }
  if (lines)
    return { ...recipe, lines: lines.map((line) => (dice.chance(0.3) ? strangeValue(line, dice) : line)) }
  if (route.body && dice.chance(0.2)) return { ...recipe, body: strangeOf(route.body, () => dice.uniform()) }
  return { ...recipe, body: strangeValue(body, dice) }
}

/** Changes how a request is sent. */
const strangeSent = (sent: Sent, dice: Dice): Sent => {
  switch (dice.below(6)) {
    case 0:
      return { ...sent, url: strangeUrl(sent.url, dice) }
    case 1:
      return { ...sent, headers: { ...sent.headers, ...oddHeader(dice) } }
    case 2:
      return { ...sent, method: dice.pick(METHODS) }
    case 3:
      return { ...sent, as: dice.pick(['nobody', 'rita', 'ada', `ask_${'x'.repeat(43)}`, 'x']) }
    case 4: {
      const { headers: _, ...bare } = sent
      return bare
    }
    default:
      return typeof sent.body === 'string' ? { ...sent, body: strangeText(sent.body, dice) } : sent
  }
}

const shoot = (routes: readonly Route[], world: World, dice: Dice): Shot => {
  const route = dice.pick(routes)
  const recipe = soundRecipe(route, world, dice)
  if (dice.chance(0.55)) return { route, sent: sentOf(route, recipe) }
  const isBodyStrange = dice.chance(0.55)
  const sent = sentOf(route, isBodyStrange ? strangeRecipe(route, recipe, dice) : recipe)
  return { route, sent: isBodyStrange && dice.chance(0.8) ? sent : strangeSent(sent, dice) }
}

/** An answer of lines: decisions, and a problem at most, at the end. */
const checkLines = ({ sent: { url } }: Shot, { status, headers, text }: Reply): void => {
  if (status !== 200 || !String(headers['content-type']).startsWith('application/x-ndjson')) return
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  if (!/\/items(\?|$)/.test(url)) return
  for (const [k, line] of lines.entries()) {
    if (!line.problem) assertFits(AnyDecision, line, `a line of ${url}`)
    else {
      assert.equal(k, lines.length - 1, 'nothing follows a problem')
      assertFits(ProblemBody, line.problem, `the problem in ${url}`)
      assert.ok(line.problem.status < 500, `a line: ${JSON.stringify(line)}`)
    }
  }
}

const describeShot = ({ sent }: Shot): string => {
  const { body, ...rest } = sent
  const text = Buffer.isBuffer(body)
    ? `base64 ${body.toString('base64').slice(0, 4000)}`
    : body?.slice(0, 4000)
  return `${JSON.stringify(rest)} ${text ?? ''}`
}

/** Follows a stream for a moment, over the network: such an answer has no end. */
const follow = async (bench: FuzzBench, { sent }: Shot): Promise<number> => {
  const ending = new AbortController()
  const response = await bench.fetch(sent.url, sent.as, ending.signal)
  const { value } = (await response.body?.getReader().read()) ?? {}
  assert.match(Buffer.from(value ?? []).toString(), response.ok ? /^retry: / : /^\{"type":"urn:/)
  ending.abort()
  return response.status
}

/** A model may be longer than a text can be. */
const takeModel = async (bench: FuzzBench, { sent }: Shot): Promise<number> => {
  const response = await bench.fetch(sent.url, sent.as)
  assert.ok(response.status < 500, `${sent.url}: ${response.status}`)
  await response.body?.cancel()
  return response.status
}

const isAbout = (what: string, { route, sent }: Shot): boolean =>
  sent.method === 'GET' && (sent.url.includes(`/${what}`) || route.path.endsWith(`/${what}`))

const fire = async (bench: FuzzBench, world: World, shot: Shot): Promise<number> => {
  const { route, sent } = shot
  if (isAbout('events', shot)) return follow(bench, shot)
  if (isAbout('model', shot)) return takeModel(bench, shot)
  try {
    const reply = await bench.send(sent)
    assert.ok(reply.status < 500, `${reply.status} ${reply.text}`)
    checkLines(shot, reply)
    if (sent.method === route.method) learn(world, route, sent.url, reply, sent.as ?? 'owner')
    return reply.status
  } catch (error) {
    throw new Error(`${describeShot(shot)}\n${(error as Error).message}`, { cause: error })
  }
}

/** Keeps a model at hand that can be sent. */
const fetchModel = async (bench: FuzzBench, world: World, dice: Dice): Promise<void> => {
  const [stream] = world.streams.keys()
  if (stream === undefined || !dice.chance(0.006)) return
  const response = await bench.fetch(`/v1/streams/${stream}/model`)
  const model = Buffer.from(await response.arrayBuffer())
  if (response.ok && model.length < MOST_SENT) world.model = model
}

/** Streams are neither too many nor too few. */
const isWanted = (operation: string, world: World): boolean => {
  // Without a stream, most other requests are about nothing.
  if (world.streams.size === 0) return operation === 'createStream'
  if (operation === 'createStream') return !isFull(world)
  return operation !== 'deleteStream' || world.streams.size >= 8
}

/** Sends random requests, about half of them sound, some at the same time. Fails where one is answered badly. */
export const fuzz = async (
  bench: FuzzBench,
  { seed, requests, hookUrl }: { seed: number; requests: number; hookUrl: string },
): Promise<FuzzReport> => {
  const dice = new Dice(seed)
  const world: World = {
    streams: new Map(),
    hooks: [],
    tokens: [],
    secrets: [],
    cursors: [],
    hookUrl,
    model: Buffer.from('no model'),
    count: 0,
  }
  const all = weighted(allRoutes)
  const [statuses, done]: Record<string, number>[] = [{}, {}]
  for (let sent = 0; sent < requests; ) {
    const count = dice.chance(0.1) ? 2 + dice.below(5) : 1
    const routes = all.filter(({ operation }) => isWanted(operation, world))
    const shots = Array.from({ length: count }, () => shoot(routes, world, dice))
    const found = await Promise.all(shots.map((shot) => fire(bench, world, shot)))
    found.forEach((status, k) => {
      const operation = shots[k]?.route.operation ?? ''
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status < 300) done[operation] = (done[operation] ?? 0) + 1
    })
    sent += shots.length
    await fetchModel(bench, world, dice)
  }
  return { world, statuses, done }
}
