import { isIPv6 } from 'node:net'
import { serverError } from '../errors.js'
import type { Setting } from './setting.js'
import type { Settings } from './table.js'

/** Several services over one PostgreSQL database. */
export const nodeSettings = {
  node: {
    type: 'text',
    default: '',
    hint: 'NAME',
    group: 'Several nodes',
    summary:
      'name of this node, if several services share a PostgreSQL database (docs/several-nodes.md); every node has another one',
  },
  advertise: {
    type: 'text',
    default: '',
    hint: 'URL',
    group: 'Several nodes',
    summary:
      'address of this node for the other nodes, such as http://10.0.0.1:8642; by default the address it listens on',
  },
  nodeLeaseSeconds: {
    type: 'whole',
    default: 3,
    min: 2,
    max: 3600,
    hint: 'N',
    group: 'Several nodes',
    summary:
      'seconds without a heartbeat after which a node is dead and others take over its streams; the same for all nodes',
  },
} as const satisfies Readonly<Record<string, Setting>>

const NODE = /^[A-Za-z0-9._-]{1,64}$/

/** Checks the settings of a node. Without a name, the others do nothing. */
export const checkNode = ({ node, advertise, store, host }: Settings): void => {
  if (node === '') return
  const refuse = (name: string, found: string, expected: string) =>
    serverError('setting/value', { name, found: found || 'nothing', expected })
  if (!NODE.test(node)) throw refuse('node', node, '1 to 64 letters, digits, dots, dashes and underscores')
  if (!/^postgres(ql)?:\/\//i.test(store)) throw serverError('node/store', { store })
  if (advertise === '' && /^(0\.0\.0\.0|::|\*)$/.test(host))
    throw refuse('advertise', '', 'the address of this node for others, such as http://10.0.0.1:8642')
  if (advertise !== '' && !isNodeAddress(advertise))
    throw refuse(
      'advertise',
      advertise,
      'an http or https address without a path, such as http://10.0.0.1:8642',
    )
}

const isNodeAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, '')
}

/**
 * The address of a node for the others: the given one, or where it listens.
 *
 * @example
 * nodeAddress({ advertise: 'http://10.0.0.1:8642/', host: '0.0.0.0' }, 8642) // => 'http://10.0.0.1:8642'
 * nodeAddress({ advertise: '', host: '::1' }, 80) // => 'http://[::1]:80'
 */
export const nodeAddress = (
  { advertise, host }: Pick<Settings, 'advertise' | 'host'>,
  port: number,
): string =>
  advertise === '' ? `http://${isIPv6(host) ? `[${host}]` : host}:${port}` : advertise.replace(/\/$/, '')
