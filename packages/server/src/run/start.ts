import { VERSION } from '@askance/core'
import { Dispatcher } from '../hooks/dispatcher.js'
import type { Asset } from '../http/assets.js'
import type { Route } from '../http/route.js'
import { createLogger, type Logger } from '../logs/logger.js'
import { createMetrics } from '../metrics/create.js'
import { watchedService, watchedStore } from '../metrics/watch.js'
import { checkTogether } from '../settings/read.js'
import { shownSettings } from '../settings/shown.js'
import type { Settings } from '../settings/table.js'
import { Closing } from './closing.js'
import { firstToken } from './first-token.js'
import { closeWithin, listening } from './listening.js'
import { type Parts, usualParts } from './parts.js'
import { startTidying } from './tidying.js'

export interface StartOptions {
  /** Where the first token is shown: nobody sees it again. */
  readonly stdout?: { write(text: string): unknown }
  readonly logger?: Logger
  readonly parts?: Parts
  /** The web pages, where there are any. */
  readonly assets?: readonly Asset[]
  /** Routes beside the usual ones. */
  readonly routes?: readonly Route[]
}

/** A service that answers requests. */
export interface Running {
  readonly url: string
  readonly logger: Logger
  /** Finishes requests, takes snapshots, lets the store go. */
  close(): Promise<void>
}

/** Puts all parts together and listens. When something on the way fails, what was opened is closed again. */
export const startServer = async (settings: Settings, options: StartOptions = {}): Promise<Running> => {
  const { stdout = process.stdout, logger = createLogger(settings) } = options
  checkTogether(settings)
  logger.info({ version: VERSION, settings: shownSettings(settings) }, 'starting')
  const closing = new Closing(logger)
  try {
    const { url, token } = await assembled(settings, logger, options, closing)
    if (token !== undefined) stdout.write(firstTokenText(token))
    return { url, logger, close: () => closing.close() }
  } catch (error) {
    await closing.close().catch(() => undefined)
    throw error
  }
}

const firstTokenText = (token: string): string =>
  `There was no token yet, so one was created. It is the owner's, and it is shown only this once:\n${token}\n`

const assembled = async (
  settings: Settings,
  logger: Logger,
  { parts = usualParts, assets = [], routes = [] }: StartOptions,
  closing: Closing,
): Promise<{ readonly url: string; readonly token: string | undefined }> => {
  const { openStore, createService, createApp } = parts
  const opened = await openStore(settings.store)
  const keepStore = closing.add(() => opened.close())
  const metrics = createMetrics({ store: opened, loaded: () => service.loaded })
  const store = watchedStore(opened, metrics)
  const service = await createService({ settings, store, logger })
  keepStore()
  closing.add(() => service.close())
  closing.add(startTidying(store, logger, () => service.now()))
  const dispatcher = new Dispatcher({
    store,
    settings,
    told: metrics.delivery,
    failed: (error) => logger.error({ err: error }, 'webhooks: the store failed'),
  })
  closing.add(() => dispatcher.stop())
  closing.add(
    service.followAll((page) => {
      metrics.takePage(page)
      if (page.deliveries?.length) dispatcher.wake()
    }),
  )
  const app = await createApp({
    service: watchedService(service, metrics),
    settings,
    version: VERSION,
    logger,
    metrics,
    assets,
    routes,
  })
  closing.add(() => closeWithin(app, settings.shutdownSeconds, logger))
  await service.ready()
  const url = await listening(app, settings)
  dispatcher.start()
  return { url, token: await firstToken(store, settings, service.now()) }
}
