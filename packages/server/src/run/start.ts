import { VERSION } from '@askance/core'
import type { Tracer } from '@opentelemetry/api'
import { createToken, expiryOf } from '../access/tokens.js'
import { Cluster } from '../cluster/cluster.js'
import { Dispatcher } from '../hooks/dispatcher.js'
import { createApp } from '../http/app.js'
import type { Asset } from '../http/assets.js'
import type { Route } from '../http/route.js'
import { createLogger, type Logger } from '../logs/logger.js'
import { createMetrics, type Metrics } from '../metrics/metrics.js'
import { ClusterNode } from '../nodes/node.js'
import { wideOf } from '../service/loaded-stream.js'
import { createService, type Service } from '../service/service.js'
import { settledWithin } from '../service/settled-within.js'
import { readKeys } from '../settings/keys.js'
import { nodeAddress } from '../settings/nodes.js'
import { checkSettings } from '../settings/read.js'
import type { Settings } from '../settings/table.js'
import { allStreams } from '../store/all-streams.js'
import type { NodeStore } from '../store/methods/nodes.js'
import { openStore } from '../store/open.js'
import type { Store } from '../store/store.js'
import { startTracing } from '../tracing/tracer.js'
import { type BackupStatus, ScheduledBackups } from './scheduled-backups.js'
import { shownSettings } from './shown-settings.js'
import { type App, CloseStack, closeWithin, startListening } from './shutdown.js'
import { openWire } from './wire.js'

/** The factories of a service; tests pass their own. */
export interface Parts {
  openStore(settings: Settings, keys: readonly Buffer[]): Promise<Store>
  createService(options: {
    readonly settings: Settings
    readonly store: Store
    readonly logger: Logger
    readonly metrics: Metrics
    readonly ownership?: ClusterNode
    readonly cluster?: Cluster
  }): Service | Promise<Service>
  createApp(options: {
    readonly service: Service
    readonly settings: Settings
    readonly version: string
    readonly logger: Logger
    readonly metrics: Metrics
    readonly tracer: Tracer
    readonly assets: readonly Asset[]
    readonly routes: readonly Route[]
    readonly backups?: () => BackupStatus
    readonly node?: ClusterNode
    readonly cluster?: Cluster
  }): App | Promise<App>
}

export const defaultParts: Parts = {
  openStore: ({ store, node, sqliteDriver }, keys) =>
    openStore(store, { isService: true, isNode: node !== '', keys, sqliteDriver }),
  createService,
  createApp,
}

/** Creates the first owner token, without which no other token could be created. */
const firstToken = async (
  store: Store,
  settings: Pick<Settings, 'anonymous' | 'tokenDays'>,
  now: number,
): Promise<string | undefined> => {
  if (settings.anonymous || (await store.listTokens()).some(({ kind }) => kind === 'token')) return undefined
  const owner = { name: 'owner', role: 'owner', ...expiryOf(undefined, settings, now) } as const
  const { token } = await createToken(store, owner, 'first start', now)
  return token
}

/** Encrypts the secrets of webhooks with the current key, or says that there is none. */
const sealHooks = async (
  store: Pick<Store, 'resealHooks'>,
  keys: readonly Buffer[],
  logger: Logger,
): Promise<void> => {
  const { hooks, changed } = await store.resealHooks()
  if (changed > 0) logger.info({ changed }, 'encrypted webhook secrets with the current key')
  if (keys.length === 0 && hooks > 0)
    logger.warn({ hooks }, 'webhook secrets are stored in plain text; set secretKeys to encrypt them')
}

/** Milliseconds for snapshots if requests have used up the time to stop. */
const SNAPSHOT_MS = 5000

const HOUR = 3600 * 1000
/** How long receipts and delivered messages are kept, in milliseconds. */
const KEPT = 7 * 24 * HOUR

/** Deletes what is older than the settings say, every hour, if this is the first node; returns a function that stops it. */
export const startTidying = (
  store: Pick<Store, 'tidy' | 'tidyAudit' | 'tidyDeliveries' | 'pruneLog' | 'listStreams'>,
  logger: Logger,
  now: () => number,
  { auditDays, deliveryDays, logDays }: Pick<Settings, 'auditDays' | 'deliveryDays' | 'logDays'>,
  isFirst: () => boolean = () => true,
): (() => void) => {
  const daysAgo = (days: number): number => now() - days * 24 * HOUR
  const tidy = (): void => {
    if (!isFirst()) return
    Promise.all([
      store.tidy(now() - KEPT),
      ...(auditDays > 0 ? [store.tidyAudit(daysAgo(auditDays))] : []),
      ...(deliveryDays > 0 ? [store.tidyDeliveries(daysAgo(deliveryDays))] : []),
      ...(logDays > 0 ? [pruneLogs(store, daysAgo(logDays))] : []),
    ]).catch((error: unknown) => logger.error({ err: error }, 'tidying failed'))
  }
  const timer = setInterval(tidy, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}

const pruneLogs = async (store: Pick<Store, 'pruneLog' | 'listStreams'>, before: number): Promise<void> => {
  for await (const { id } of allStreams(store)) await store.pruneLog(id, before)
}

export interface StartOptions {
  /** Called with the first token, which cannot be read again. */
  readonly stdout?: { write(text: string): unknown }
  readonly logger?: Logger
  readonly parts?: Parts
  /** The web pages. */
  readonly assets?: readonly Asset[]
  /** Additional routes. */
  readonly routes?: readonly Route[]
}

/** A running service. */
export interface Running {
  readonly url: string
  readonly logger: Logger
  /** Finishes requests, takes snapshots and closes the store. */
  close(): Promise<void>
}

/** Starts the service. If a step fails, everything opened before is closed again. */
export const startServer = async (settings: Settings, options: StartOptions = {}): Promise<Running> => {
  const { stdout = process.stdout, logger = createLogger(settings) } = options
  checkSettings(settings)
  logger.info({ version: VERSION, settings: shownSettings(settings) }, 'starting')
  const closing = new CloseStack(logger)
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
  `Created an owner token, because the store had no token. It is shown only once:\n${token}\n`

const nodeOf = (
  { node: name, nodeLeaseSeconds: leaseSeconds }: Settings,
  store: NodeStore,
  logger: Logger,
  metrics: Metrics,
): ClusterNode => new ClusterNode({ name, leaseSeconds, store, logger, metrics })

const clusterOf = async (settings: Settings, logger: Logger): Promise<Cluster | undefined> =>
  settings.cluster.length === 0
    ? undefined
    : new Cluster({ wire: await openWire(settings, logger), settings, logger })

const assembled = async (
  settings: Settings,
  logger: Logger,
  { parts = defaultParts, assets = [], routes = [] }: StartOptions,
  closing: CloseStack,
): Promise<{ readonly url: string; readonly token: string | undefined }> => {
  const { openStore, createService, createApp } = parts
  const keys = readKeys(settings)
  const store = await openStore(settings, keys)
  const keepStore = closing.add(() => store.close())
  await sealHooks(store, keys, logger)
  const metrics = createMetrics({
    store,
    loaded: () => service.loaded,
    node: () => node?.counts,
    wide: async () => cluster?.totals(),
    ownStreams: settings.metricStreams,
  })
  const node = store.nodes && nodeOf(settings, store.nodes, logger, metrics)
  const cluster = await clusterOf(settings, logger)
  const closeCluster = closing.add(() => cluster?.close())
  const service = await createService({
    settings,
    store,
    logger,
    metrics,
    ...(node && { ownership: node }),
    ...(cluster && { cluster }),
  })
  keepStore()
  closeCluster()
  let stopBy = Number.POSITIVE_INFINITY
  closing.add(() => service.close(Math.max(SNAPSHOT_MS, stopBy - performance.now())))
  closing.add(() => node?.close())
  closing.add(() => cluster?.close())
  closing.add(startTidying(store, logger, () => service.now(), settings, node && (() => node.isFirst)))
  const dispatcher = new Dispatcher({
    store,
    settings,
    ...(node && { scope: () => node.deliveries }),
    onOutcome: metrics.delivery,
    onError: (error) => logger.error({ err: error }, 'webhooks: the store failed'),
  })
  closing.add(() => dispatcher.stop())
  closing.add(
    service.follow(undefined, (page) => {
      metrics.takePage(page)
      if (page.deliveries?.length) dispatcher.wake()
    }),
  )
  const { tracer, close: closeTracing } = await startTracing(settings.traceEndpoint)
  closing.add(closeTracing)
  const backups =
    settings.backupFolder === ''
      ? undefined
      : new ScheduledBackups({
          settings,
          logger,
          metrics,
          now: () => service.now(),
          ...(node && { isFirst: () => node.isFirst }),
        })
  closing.add(() => backups?.stop())
  const app = await createApp({
    service,
    settings,
    version: VERSION,
    logger,
    metrics,
    tracer,
    assets,
    routes,
    ...(backups && { backups: () => backups.status }),
    ...(node && { node }),
    ...(cluster && { cluster }),
  })
  closing.add(() => closeWithin(app, Math.max(1, (stopBy - performance.now()) / 1000), logger))
  closing.add(async () => {
    stopBy = performance.now() + 1000 * settings.shutdownSeconds
    // Streams that are not handed over in time are claimed by other nodes when this one is gone.
    if (node) await settledWithin([node.leave()], 500 * settings.shutdownSeconds)
  })
  if (!node) await service.ready()
  const url = await startListening(app, settings)
  await node?.start(nodeAddress(settings, Number(new URL(url).port || 80)), {
    release: (stream, handOver) => service.release(stream, handOver),
    onGone: (stream) => {
      app.feeds?.endStream(stream)
      cluster?.gone(stream)
    },
    onAccessChanged: () => app.forgetAccess?.(),
  })
  cluster?.start({
    service,
    isHere: async (stream) => !node || (await node.locate(stream))?.at === 'here',
    nameOf: async (stream) => {
      const record = await store.readStream(stream)
      return record && wideOf(record)?.name
    },
  })
  dispatcher.start()
  await backups?.start()
  return { url, token: await firstToken(store, settings, service.now()) }
}
