import { homedir } from 'node:os'
import type { Asset } from '@askance/server'
import { openStore, untilStopped } from '@askance/server/run'
import { defaultSettings } from '@askance/server/settings'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { printProgress } from '../../stream/locate.js'
import { StatusLine } from '../../terminal/status-line.js'
import { startLocalService } from '../local-service.js'
import type { Controls } from './controls.js'
import type { DemoItem } from './data/data.js'
import { type DataName, demoData } from './data/index.js'
import { Demos } from './demos.js'
import { demoRoutes } from './routes.js'
import { defaultFolder, removeStore, storePath } from './state.js'
import { createClients, type DemoSetup } from './stream.js'
import { DELETED_TEXT, resultText, startText, statusText } from './texts.js'

export interface DemoSettings {
  readonly folder: string | undefined
  readonly reset: boolean
  readonly port: number | undefined
  readonly data: DataName
  readonly setup: Partial<DemoSetup> & Pick<DemoSetup, 'seed'>
  /** Flags on the command line. */
  readonly given: ReadonlySet<string>
  readonly controls: Controls
  /** Exit when all items are processed. */
  readonly exit: boolean
}

/** The parts that tests replace. */
interface DemoEnvironment {
  readonly load: (name: DataName, onProgress: (text: string) => void) => Promise<readonly DemoItem[]>
  readonly pages: () => Promise<readonly Asset[]>
  readonly defaultPort: number
  readonly life?: Parameters<typeof untilStopped>[1]
}

const defaultEnvironment: DemoEnvironment = {
  load: (name, onProgress) => demoData[name].load(onProgress),
  pages: async () => {
    const { deskAssets } = await import('@askance/desk/assets')
    return deskAssets({ demo: true })
  },
  defaultPort: defaultSettings.port,
}

/** Milliseconds between updates of the status line. */
const STATUS_MS = 250

/** Starts the service with the demo and runs it until it is stopped. */
export const playDemo = async (
  context: Context,
  settings: DemoSettings,
  { load, pages, defaultPort, life }: DemoEnvironment = defaultEnvironment,
): Promise<void> => {
  const { stdout, env } = context
  const { data, setup, given, controls, port, exit } = settings
  const folder = settings.folder ?? defaultFolder(env, homedir(), process.platform)
  const store = storePath(folder)
  if (settings.reset) await removeStore(folder, openStore)
  const status = new StatusLine(context)
  const end: { resolve(): void; reject(error: unknown): void } = { resolve() {}, reject() {} }
  const ended = new Promise<void>((resolve, reject) => Object.assign(end, { resolve, reject }))
  // The outcome of the demo that is shown; a demo that was left for another one has none.
  let outcome = Promise.resolve()
  const demos = new Demos({
    data,
    setup,
    given,
    controls,
    load: (name) => load(name, printProgress(context)),
    onEnd: (demo, ending) => {
      outcome = ending.then(async (how) => {
        if (how === 'gone') status.print(stdout, DELETED_TEXT)
        if (how === 'finished') status.print(stdout, resultText(context, demo.view(), await demo.result()))
        if (how !== 'stopped' && exit) end.resolve()
      })
      outcome.catch(end.reject)
    },
  })
  const { running, moved } = await startLocalService({
    store,
    port,
    defaultPort,
    assets: await pages(),
    routes: demoRoutes(demos),
    used: cliError('demo/used', { folder }),
  })
  const { url, logger } = running
  const clients = createClients(url)
  let statusTimer: ReturnType<typeof setInterval> | undefined
  const close = async (): Promise<void> => {
    clearInterval(statusTimer)
    status.end()
    await demos.stop()
    // The final report still queries the service.
    await outcome.catch(() => undefined)
    await running.close()
  }
  try {
    await demos.open(clients)
    const report = await demos.report()
    status.print(stdout, startText(context, { report, setup: demos.current.setup, url, moved }))
    statusTimer = setInterval(() => {
      const view = demos.current.view()
      if (view.state !== 'finished') status.show(() => statusText(view))
    }, STATUS_MS)
    demos.play()
    await Promise.race([untilStopped({ close, logger }, life), ended])
  } finally {
    await close()
  }
}
