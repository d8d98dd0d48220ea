import { serverError } from '../errors.js'
import type { Setting } from './setting.js'

/** Wide streams over NATS. */
export const clusterSettings = {
  cluster: {
    type: 'list',
    default: [],
    hint: 'URL,...',
    group: 'Wide streams',
    secret: true,
    summary:
      'NATS servers, such as nats://n1:4222,nats://n2:4222, over which wide streams are exchanged (docs/wide-streams.md); without them there are none',
  },
  clusterReplicas: {
    type: 'whole',
    default: 0,
    min: 0,
    max: 5,
    hint: 'N',
    group: 'Wide streams',
    summary:
      'how many NATS servers have each message; 0 is three with three or more servers in --cluster, and otherwise one',
  },
  noWork: {
    type: 'switch',
    default: false,
    group: 'Wide streams',
    summary: 'do not work on partitions in this process, because others run askance work',
  },
  pageItems: {
    type: 'whole',
    default: 1000,
    min: 1,
    max: 100_000,
    hint: 'N',
    group: 'Wide streams',
    summary: 'max items of a wide stream that are sent, or decided about, together',
  },
  pageMilliseconds: {
    type: 'whole',
    default: 5,
    min: 0,
    max: 1000,
    hint: 'N',
    group: 'Wide streams',
    summary: 'milliseconds that items of a wide stream wait for others, to be sent together',
  },
  dedupeSeconds: {
    type: 'whole',
    default: 600,
    min: 1,
    max: 86_400,
    hint: 'N',
    group: 'Wide streams',
    summary:
      'seconds for which the id of an item of a wide stream is known: sent again, it gets the earlier decision; every id takes about 200 bytes of a worker',
  },
} as const satisfies Readonly<Record<string, Setting>>

/** Checks the addresses of the NATS servers. */
export const checkCluster = (cluster: readonly string[]): void => {
  for (const found of cluster)
    if (!isNatsAddress(found))
      throw serverError('setting/value', {
        name: 'cluster',
        // The whole address may have a password.
        found: found.includes('://')
          ? `an address with ${found.split('://')[0]}://`
          : 'an address without nats://',
        expected: 'addresses such as nats://n1:4222 or tls://n1:4222',
      })
}

/**
 * Whether an address is one of a NATS server.
 *
 * @example
 * isNatsAddress('nats://n1:4222') // => true
 * isNatsAddress('http://n1') // => false
 */
export const isNatsAddress = (text: string): boolean =>
  URL.canParse(text) && /^(nats|tls|ws|wss):$/.test(new URL(text).protocol)

/**
 * How many servers have each message.
 *
 * @example
 * replicasOf({ cluster: ['nats://a', 'nats://b', 'nats://c'], clusterReplicas: 0 }) // => 3
 * replicasOf({ cluster: ['nats://a'], clusterReplicas: 0 }) // => 1
 */
export const replicasOf = (settings: {
  readonly cluster: readonly string[]
  readonly clusterReplicas: number
}): number => settings.clusterReplicas || (settings.cluster.length >= 3 ? 3 : 1)
