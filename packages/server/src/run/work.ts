import { AllModels } from '../cluster/models.js'
import { ClusterWorker } from '../cluster/work.js'
import { serverError } from '../errors.js'
import { createLogger, type Logger } from '../logs/logger.js'
import type { Settings } from '../settings/table.js'
import { openWire } from './wire.js'

/** A running worker of wide streams. */
export interface RunningWorker {
  readonly logger: Logger
  /** Finishes the pages that are under way; other workers take its partitions over at once. */
  close(): Promise<void>
}

/** Starts to work on partitions of wide streams: of those with these ids, or of all. NATS may answer later. */
export const startWorker = async (
  settings: Pick<
    Settings,
    'cluster' | 'clusterReplicas' | 'pageItems' | 'dedupeSeconds' | 'logLevel' | 'logFormat'
  >,
  streams: readonly string[] = [],
): Promise<RunningWorker> => {
  const { cluster: servers, pageItems, dedupeSeconds } = settings
  const logger = createLogger(settings)
  if (servers.length === 0)
    throw serverError('setting/value', {
      name: 'cluster',
      found: 'nothing',
      expected: 'the addresses of NATS servers, such as nats://n1:4222',
    })
  const wire = await openWire(settings, logger)
  const models = new AllModels(wire, {
    change: () => worker.wake(),
    error: (error) => logger.warn({ err: error }, 'worker: reading versions failed'),
  })
  const worker = new ClusterWorker({ wire, models, logger, pageItems, dedupeSeconds, streams })
  void models.follow()
  worker.start()
  return {
    logger,
    close: async () => {
      await worker.stop()
      models.close()
      await wire.close()
    },
  }
}
