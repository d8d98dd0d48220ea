import { homedir } from 'node:os'
import type { Asset } from '@askance/server'
import { openStore, untilStopped } from '@askance/server/run'
import { usualSettings } from '@askance/server/settings'
import type { Context } from '../../context.js'
import { StatusLine } from '../../terminal/status-line.js'
import type { Controls } from './controls.js'
import { Demo } from './demo.js'
import { clientsOf } from './door.js'
import { startedService } from './listen.js'
import { corpusMails, type MailSource } from './mails.js'
import { loadPages } from './pages.js'
import { goneText, resultText, startText, statusText } from './print.js'
import { demoRoutes } from './routes.js'
import { removeStore, storeIn, usualFolder } from './state.js'
import { type Beginning, standingOf } from './stream.js'

export interface DemoSettings {
  readonly folder: string | undefined
  readonly reset: boolean
  readonly port: number | undefined
  readonly wanted: Beginning
  /** The flags that were given. */
  readonly given: ReadonlySet<string>
  readonly controls: Controls
  /** Whether to end when all mails are through. */
  readonly exit: boolean
}

/** What tests replace. */
export interface Surroundings {
  readonly mails: MailSource
  readonly pages: () => Promise<readonly Asset[]>
  readonly usualPort: number
  readonly life?: Parameters<typeof untilStopped>[1]
}

const usualSurroundings: Surroundings = {
  mails: corpusMails,
  pages: loadPages,
  usualPort: usualSettings.port,
}

/** Time between two looks at how far it is, in milliseconds. */
const LOOK = 250

/** Starts the service with the demonstration in it, and lets it run until it is told to stop. */
export const playDemo = async (
  context: Context,
  settings: DemoSettings,
  { mails, pages, usualPort, life }: Surroundings = usualSurroundings,
): Promise<void> => {
  const { stdout, env } = context
  const { wanted, given, controls, port, exit } = settings
  const folder = settings.folder ?? usualFolder(env, homedir(), process.platform)
  const store = storeIn(folder)
  if (settings.reset) await removeStore(folder, openStore)
  const demo = new Demo({ mails: await mails(), wanted, given, controls })
  const { running, moved } = await startedService({
    store,
    folder,
    port,
    usualPort,
    assets: await pages(),
    routes: demoRoutes(demo),
  })
  const { url, logger } = running
  const clients = clientsOf(url)
  const status = new StatusLine(context)
  const looking = setInterval(() => status.show(() => statusText(demo.view())), LOOK)
  let told = Promise.resolve()
  const close = async (): Promise<void> => {
    clearInterval(looking)
    status.end()
    await demo.stop()
    // What is still to be told is asked of the service.
    await told.catch(() => undefined)
    await running.close()
  }
  try {
    await demo.open(clients)
    const started = { view: demo.view(), beginning: demo.beginning, url, moved }
    status.print(stdout, startText(context, started))
    told = demo.play().then(async (ending) => {
      if (ending === 'gone') status.print(stdout, goneText)
      if (ending !== 'finished') return
      clearInterval(looking)
      status.print(stdout, resultText(context, demo.view(), await standingOf(clients.sender)))
    })
    const stopped = untilStopped({ close, logger }, life)
    await Promise.race([stopped, told.then(() => (exit ? undefined : stopped))])
  } finally {
    await close()
  }
}
