import { WaitingWire } from '../cluster/waiting-wire.js'
import type { Wire } from '../cluster/wire.js'
import type { Logger } from '../logs/logger.js'
import { replicasOf } from '../settings/cluster.js'
import type { Settings } from '../settings/table.js'

/** The wire of a service or worker over its NATS servers, whose client is loaded only here. */
export const openWire = async (
  settings: Pick<Settings, 'cluster' | 'clusterReplicas'>,
  logger: Logger,
): Promise<Wire> => {
  const { NatsWire } = await import('../cluster/nats-wire.js')
  const options = { servers: settings.cluster, replicas: replicasOf(settings) }
  return WaitingWire.open({ open: (signal) => NatsWire.open({ ...options, signal }), logger })
}
