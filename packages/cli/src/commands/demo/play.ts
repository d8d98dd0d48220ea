import { homedir } from 'node:os'
import { AskanceError } from '@askance/core'
import { count, counted, percent, plainTable, share } from '@askance/core/internals'
import type { Asset, Route } from '@askance/server'
import { openStore, type Running, startServer, untilStopped } from '@askance/server/run'
import { type Settings, defaultSettings } from '@askance/server/settings'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { StatusLine } from '../../terminal/status-line.js'
import { styleFor } from '../../terminal/style.js'
import type { Controls } from './controls.js'
import { Demo, type DemoView, demoRoutes } from './demo.js'
import { corpusMails, type MailSource } from './mails.js'
import { defaultFolder, removeStore, storePath } from './state.js'
import { createClients, type DemoResult, type DemoSetup, readResult } from './stream.js'

export interface DemoSettings {
  readonly folder: string | undefined
  readonly reset: boolean
  readonly port: number | undefined
  readonly setup: DemoSetup
  /** The flags that were given. */
  readonly given: ReadonlySet<string>
  readonly controls: Controls
  /** Whether to end when all mails are through. */
  readonly exit: boolean
}

/** What tests replace. */
interface DemoEnvironment {
  readonly mails: MailSource
  readonly pages: () => Promise<readonly Asset[]>
  readonly defaultPort: number
  readonly life?: Parameters<typeof untilStopped>[1]
}

const defaultEnvironment: DemoEnvironment = {
  mails: corpusMails,
  pages: async () => {
    const { deskAssets } = await import('@askance/desk/assets')
    return deskAssets({ demo: true })
  },
  defaultPort: defaultSettings.port,
}

/** Time between two looks at how far it is, in milliseconds. */
const STATUS_MS = 250

/** Starts the service with the demonstration in it, and lets it run until it is outcome to stop. */
export const playDemo = async (
  context: Context,
  settings: DemoSettings,
  { mails, pages, defaultPort, life }: DemoEnvironment = defaultEnvironment,
): Promise<void> => {
  const { stdout, env } = context
  const { setup, given, controls, port, exit } = settings
  const folder = settings.folder ?? defaultFolder(env, homedir(), process.platform)
  const store = storePath(folder)
  if (settings.reset) await removeStore(folder, openStore)
  const demo = new Demo({ mails: await mails(), setup, given, controls })
  const { running, moved } = await startService({
    store,
    folder,
    port,
    defaultPort,
    assets: await pages(),
    routes: demoRoutes(demo),
  })
  const { url, logger } = running
  const clients = createClients(url)
  const status = new StatusLine(context)
  const looking = setInterval(() => status.show(() => statusText(demo.view())), STATUS_MS)
  let outcome = Promise.resolve()
  const close = async (): Promise<void> => {
    clearInterval(looking)
    status.end()
    await demo.stop()
    // What is still to be outcome is asked of the service.
    await outcome.catch(() => undefined)
    await running.close()
  }
  try {
    await demo.open(clients)
    const started = { view: demo.view(), beginning: demo.beginning, url, moved }
    status.print(stdout, startText(context, started))
    outcome = demo.play().then(async (ending) => {
      if (ending === 'gone') status.print(stdout, DELETED_TEXT)
      if (ending !== 'finished') return
      clearInterval(looking)
      status.print(stdout, resultText(context, demo.view(), await readResult(clients.sender)))
    })
    const stopped = untilStopped({ close, logger }, life)
    await Promise.race([stopped, outcome.then(() => (exit ? undefined : stopped))])
  } finally {
    await close()
  }
}

/** How many ports after the usual one are tried. */
const PORTS_TRIED = 20

interface ServiceOptions {
  readonly store: string
  readonly folder: string
  /** The one that is wanted; if not given, the usual one or the next after it that is free. */
  readonly port: number | undefined
  readonly defaultPort: number
  readonly assets: readonly Asset[]
  readonly routes: readonly Route[]
}

/** Starts the service on this machine alone, without tokens. Throws `demo/used` where a demonstration has the store. */
const startService = async ({
  store,
  folder,
  port,
  defaultPort,
  assets,
  routes,
}: ServiceOptions): Promise<{ readonly running: Running; readonly moved: boolean }> => {
  const settings = (wanted: number): Settings => ({
    ...defaultSettings,
    port: wanted,
    store,
    anonymous: true,
    logLevel: 'warn',
  })
  const first = port ?? defaultPort
  const last = port ?? first + PORTS_TRIED
  for (let tried = first; ; tried++)
    try {
      return { running: await startServer(settings(tried), { assets, routes }), moved: tried !== first }
    } catch (error) {
      if (!(error instanceof AskanceError)) throw error
      if (error.code === 'store/used') throw cliError('demo/used', { folder })
      if (error.code !== 'listen/used' || tried >= last) throw error
    }
}

interface Started {
  readonly view: DemoView
  readonly beginning: DemoSetup
  readonly url: string
  /** Whether the usual port was taken. */
  readonly moved: boolean
}

/** What it is, where it is, and how it ends. */
const startText = (context: Context, { view, beginning, url, moved }: Started): string => {
  const { bold, dim } = styleFor(context, context.stdout)
  const { arrived, total, labeller } = view
  const labels = Math.floor(beginning.budget * total + 1e-9)
  const lines = [
    `Askance sorts ${count(total)} real mails into spam and ham. It predicts every one and may ask about ${share(beginning.budget)} of them: ${counted(labels, 'label')}.`,
    '',
    `  ${bold(`${url}/`)}`,
    '',
    labeller.on
      ? 'A simulated labeller answers. You can answer too, at this address, or switch it off there.'
      : 'Answer there, and see how good it gets. Or let a simulated labeller answer: switch it on there, or start with --simulate.',
    ...(moved ? ['The usual port was taken; this is the next one that is free.'] : []),
    '',
    arrived === 0
      ? 'Mails arrive now, and wait for you when questions pile up.'
      : `${count(arrived)} of ${count(total)} mails arrived before; it goes on from there.`,
    dim('Ctrl-C stops. What was learned is kept for the next start; --reset begins anew.'),
    '',
  ]
  return `${lines.join('\n')}\n`
}

/** One line for the terminal while it runs. */
const statusText = ({ arrived, total, state }: DemoView): string => {
  const outcome = { arriving: '', waiting: ', waiting for answers', paused: ', paused', finished: '' }[state]
  return `${count(arrived)} of ${count(total)} mails have arrived${outcome}`
}

const DELETED_TEXT = 'The stream was deleted, so that no more mails arrive. The next start begins it anew.\n'

const METRIC_TITLES = { f1: 'F1 of spam', accuracy: 'accuracy' } as const

/** What the service thinks of itself, beside the truth. */
const resultText = (context: Context, { truth }: DemoView, result: DemoResult): string => {
  const { bold, dim } = styleFor(context, context.stdout)
  const { counts, estimates } = result
  const rows = (['f1', 'accuracy'] as const).map((name) => {
    // When to look was known beforehand: after the last mail.
    const { value, fixedTime } = estimates[name]
    const isInside = truth[name] >= fixedTime.low && truth[name] <= fixedTime.high
    return [
      METRIC_TITLES[name],
      value === undefined ? '–' : percent(value, 1),
      `${percent(fixedTime.low, 1)} to ${percent(fixedTime.high, 1)}`,
      percent(truth[name], 1),
      isInside ? 'yes' : 'no',
    ]
  })
  const heads = ['', 'estimated', '95 % interval', 'true', 'in the interval']
  const columns = heads.map((title, k) => ({ title, align: k === 0 ? 'left' : 'right' }) as const)
  return [
    bold(`All ${counted(truth.items, 'mail')} are through; ${counted(counts.spent, 'label')} spent.`),
    '',
    plainTable(columns, rows, { heads: dim }),
    '',
    'The estimate knows the labels alone, the truth every mail; both speak of all predictions, the first ones included.',
    '',
  ].join('\n')
}
