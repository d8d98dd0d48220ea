import type { TestContext } from 'node:test'
import type { DemoItem, NumberedItem } from '../../src/commands/demo/data/data.js'
import type { Sleep } from '../../src/commands/demo/feed.js'
import { type DemoSettings, playDemo } from '../../src/commands/demo/play.js'
import type { DemoService } from '../../src/commands/demo/stream.js'
import type { Output } from '../../src/context.js'
import { Collected } from './askance.js'
import { messages } from './texts.js'
import { until } from './until.js'

/** Generated mails. */
export const madeMails = (count: number): readonly DemoItem[] =>
  messages(count).map(({ text, label, from }, k) => ({
    text,
    label,
    meta: { subject: text.slice(0, 12), from, date: k % 5 === 0 ? null : '2002-08-22T12:00:00.000Z' },
  }))

/** A fake service that asks about all mails, or about the given ones. */
export class FakeService implements DemoService {
  readonly sent: string[][] = []
  readonly openIds: string[] = []
  /** Questions leased to a person. */
  held = 0
  readonly leased: string[] = []
  readonly released: string[] = []
  readonly answers = new Map<string, string>()
  /** Questions that are closed before their answer arrives. */
  readonly withdrawn = new Set<string>()
  asks: (id: string) => boolean = () => true

  async send(mails: readonly NumberedItem[]) {
    this.sent.push(mails.map(({ id }) => id))
    return mails.map(({ id }) => {
      const asked = this.asks(id)
      if (asked) this.openIds.push(id)
      return { id, predicted: 'spam', asked }
    })
  }

  async open(most: number) {
    const held = Array.from({ length: this.held }, (_, k) => ({ id: `mail-${k + 1}`, isHeld: true }))
    const others = [...this.openIds, ...this.leased].map((id) => ({ id, isHeld: false }))
    return [...others, ...held].slice(0, most)
  }

  async lease(count: number): Promise<readonly string[]> {
    const ids = this.openIds.splice(0, count)
    this.leased.push(...ids)
    return ids
  }

  async answer(id: string, label: string): Promise<boolean> {
    this.leased.splice(this.leased.indexOf(id), 1)
    if (this.withdrawn.has(id)) return false
    this.answers.set(id, label)
    return true
  }

  async release(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.leased.splice(this.leased.indexOf(id), 1)
      this.openIds.push(id)
      this.released.push(id)
    }
  }
}

/** A clock that advances on every sleep. An endless sleep ends only by a wake-up. */
export class FakeClock {
  time = 0
  readonly slept: number[] = []
  /** Called before each sleep. */
  before: () => void = () => undefined

  readonly sleep: Sleep = async (milliseconds, signal) => {
    this.slept.push(milliseconds)
    this.before()
    if (signal.aborted) return
    if (Number.isFinite(milliseconds)) {
      this.time += milliseconds
      return new Promise((resolve) => setImmediate(resolve))
    }
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  }
}

export interface View {
  readonly stream: string
  readonly total: number
  readonly arrived: number
  readonly state: string
  readonly pace: number
  readonly labeller: { readonly on: boolean; readonly errorRate: number; readonly delay: number }
  readonly data: string
  readonly taught: number
  readonly answers: { readonly people: number; readonly simulated: number }
  readonly truth: {
    readonly items: number
    readonly accuracy: number
    readonly f1?: number
    readonly curve: readonly number[]
  }
}

export interface Shown {
  readonly url: string
  readonly out: () => string
  readonly view: () => Promise<View>
  readonly change: (body: object) => Promise<Response>
  /** Like Ctrl-C. */
  readonly stop: () => Promise<void>
}

/** Default settings, but at full speed and on a free port. */
export const demoSettings = (folder: string, given: Partial<DemoSettings> = {}): DemoSettings => ({
  folder,
  reset: false,
  port: 0,
  data: 'mails',
  setup: { items: 80, budget: 0.25, seed: 1 },
  given: new Set(),
  controls: { paused: false, pace: 0, labeller: { on: false, errorRate: 0, delay: 0 } },
  exit: false,
  ...given,
})

const listeners = () => {
  const known = new Map<string, (value: unknown) => void>()
  return {
    life: {
      on: (name: string, listener: (value: unknown) => void) => known.set(name, listener),
      off: (name: string) => known.delete(name),
      listeners: () => [],
      exit: () => undefined,
    },
    signal: (name: string) => known.get(name)?.(name),
  }
}

/** Runs a demo with generated mails in this process; returns its output. */
export const playedDemo = (settings: DemoSettings, mails = madeMails(120), defaultPort = 0) => {
  const stdout = new Collected()
  const { life, signal } = listeners()
  const context = {
    argv: [],
    env: {},
    stdout: stdout as Output,
    stderr: new Collected() as Output,
    cleanups: new Set<() => void>(),
  }
  const environment = { load: async () => mails, pages: async () => [], defaultPort, life }
  const ended = playDemo(context, settings, environment).then(() => stdout.text)
  return { out: () => stdout.text, ended, signal }
}

/** Starts a demo and waits for its address; it is stopped after the test. */
export const shownDemo = async (
  t: TestContext,
  settings: DemoSettings,
  mails?: readonly DemoItem[],
  defaultPort?: number,
): Promise<Shown> => {
  const { out, ended, signal } = playedDemo(settings, mails, defaultPort)
  const stop = async (): Promise<void> => {
    signal('SIGINT')
    await ended
  }
  let failed: unknown
  ended.catch((error: unknown) => {
    failed = error
  })
  await until(() => failed !== undefined || /Ctrl-C/.test(out()), out)
  if (failed !== undefined) throw failed
  t.after(stop)
  const url = /http:\S+(?=\/)/.exec(out())?.[0] ?? ''
  return {
    url,
    out,
    stop,
    view: async () => (await fetch(`${url}/v1/demo`)).json() as Promise<View>,
    change: (body) =>
      fetch(`${url}/v1/demo`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  }
}
