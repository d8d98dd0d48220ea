import { homedir } from 'node:os'
import { count, counted, percent, plainTable, rangeText, share, valueText } from '@askance/core/internals'
import type { Asset } from '@askance/server'
import { openStore, untilStopped } from '@askance/server/run'
import { defaultSettings } from '@askance/server/settings'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { printProgress } from '../../stream/locate.js'
import { StatusLine } from '../../terminal/status-line.js'
import { styleFor } from '../../terminal/style.js'
import { startLocalService } from '../local-service.js'
import { type Controls, MAX_OPEN } from './controls.js'
import { Demo, type DemoView, demoRoutes } from './demo.js'
import { corpusMails, type MailSource } from './mails.js'
import { defaultFolder, removeStore, storePath } from './state.js'
import { createClients, type DemoResult, type DemoSetup, readResult } from './stream.js'

export interface DemoSettings {
  readonly folder: string | undefined
  readonly reset: boolean
  readonly port: number | undefined
  readonly setup: DemoSetup
  /** Flags on the command line. */
  readonly given: ReadonlySet<string>
  readonly controls: Controls
  /** Exit when all mails are processed. */
  readonly exit: boolean
}

/** The parts that tests replace. */
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

/** Milliseconds between updates of the status line. */
const STATUS_MS = 250

/** Starts the service with the demo and runs it until it is stopped. */
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
  const demo = new Demo({ mails: await mails(printProgress(context)), setup, given, controls })
  const { running, moved } = await startLocalService({
    store,
    port,
    defaultPort,
    assets: await pages(),
    routes: demoRoutes(demo),
    used: cliError('demo/used', { folder }),
  })
  const { url, logger } = running
  const clients = createClients(url)
  const status = new StatusLine(context)
  const statusTimer = setInterval(() => status.show(() => statusText(demo.view())), STATUS_MS)
  let outcome = Promise.resolve()
  const close = async (): Promise<void> => {
    clearInterval(statusTimer)
    status.end()
    await demo.stop()
    // The final report still queries the service.
    await outcome.catch(() => undefined)
    await running.close()
  }
  try {
    await demo.open(clients)
    const started = { view: demo.view(), setup: demo.setup, url, moved }
    status.print(stdout, startText(context, started))
    outcome = demo.play().then(async (ending) => {
      if (ending === 'gone') status.print(stdout, DELETED_TEXT)
      if (ending !== 'finished') return
      clearInterval(statusTimer)
      status.print(stdout, resultText(context, demo.view(), await readResult(clients.sender)))
    })
    const stopped = untilStopped({ close, logger }, life)
    await Promise.race([stopped, outcome.then(() => (exit ? undefined : stopped))])
  } finally {
    await close()
  }
}

interface Started {
  readonly view: DemoView
  readonly setup: DemoSetup
  readonly url: string
  /** Whether the default port was in use. */
  readonly moved: boolean
}

const startText = (context: Context, { view, setup, url, moved }: Started): string => {
  const { bold, dim } = styleFor(context, context.stdout)
  const { arrived, total, labeller } = view
  const labels = Math.floor(setup.budget * total + 1e-9)
  const lines = [
    `Askance classifies ${count(total)} real mails as spam or ham. It predicts every mail and may ask about ${share(setup.budget)} of them (${counted(labels, 'label')}).`,
    '',
    `  ${bold(`${url}/`)}`,
    '',
    labeller.on
      ? 'A simulated labeller answers the questions. You can also answer at this address, or switch the labeller off.'
      : 'Open it to answer questions and watch the accuracy. To use a simulated labeller, switch it on there or start with --simulate.',
    ...(moved ? ['The default port is in use; this is the next free one.'] : []),
    '',
    arrived === 0
      ? `Mails are arriving. They pause while ${MAX_OPEN} questions are open.`
      : `${count(arrived)} of ${count(total)} mails had already arrived; the demo continues from there.`,
    dim('Ctrl-C stops the demo. Its state is saved for the next start; --reset starts over.'),
    '',
  ]
  return `${lines.join('\n')}\n`
}

const statusText = ({ arrived, total, state }: DemoView): string => {
  const suffix = { arriving: '', waiting: ', waiting for answers', paused: ', paused', finished: '' }[state]
  return `${count(arrived)} of ${count(total)} mails have arrived${suffix}`
}

const DELETED_TEXT = 'The stream was deleted, so the demo has stopped. The next start creates it again.\n'

const METRIC_TITLES = { f1: 'F1 of spam', accuracy: 'accuracy' } as const

/** Estimated and true quality. */
const resultText = (context: Context, { truth }: DemoView, result: DemoResult): string => {
  const { bold, dim } = styleFor(context, context.stdout)
  const { counts, estimates } = result
  const rows = (['f1', 'accuracy'] as const).map((name) => {
    // The fixed-time interval applies: the end of the stream was set in advance.
    const estimate = estimates[name]
    const { low, high } = estimate.fixedTime
    const isInside = truth[name] >= low && truth[name] <= high
    const options = { answers: counts.answers, ofClass: name === 'f1' }
    return [
      METRIC_TITLES[name],
      valueText(estimate, options),
      rangeText(estimate.fixedTime),
      percent(truth[name], 1),
      isInside ? 'yes' : 'no',
    ]
  })
  const heads = ['', 'estimated', '95 % interval', 'true', 'in interval']
  const columns = heads.map((title, k) => ({ title, align: k === 0 ? 'left' : 'right' }) as const)
  return [
    bold(`All ${counted(truth.items, 'mail')} are processed; ${counted(counts.spent, 'label')} used.`),
    '',
    plainTable(columns, rows, { heads: dim }),
    '',
    'Estimates use only the labels that were asked for; true values use all labels. Both cover every prediction from the first mail on.',
    '',
  ].join('\n')
}
