import { type Protocol, parseProtocol, parseProtocolText, quick } from '@askance/bench'
import { AskanceError } from '@askance/core'
import { openBytes } from '@askance/data'
import { cliError } from '../../errors.js'
import { labFlags } from '../experiment/flags.js'
import type { CompareInput } from './plan.js'

/** What a protocol says by itself cannot be said beside it. */
const beside = new Set<string>([
  'protocol',
  'data-dir',
  'quick',
  'output',
  'html',
  'save-protocol',
  'all',
  'json',
  'quiet',
  ...Object.keys(labFlags),
])

/** The experiment from a file: a protocol, or the results of one. */
export const protocolFrom = async (path: string, { args, flags, given }: CompareInput): Promise<Protocol> => {
  const other = args.length > 0 ? 'DATA' : [...given].find((flag) => !beside.has(flag))
  if (other !== undefined)
    throw cliError('usage/conflict', {
      left: '--protocol',
      right: other === 'DATA' ? other : `--${other}`,
      reason: ': the protocol says it',
    })
  const protocol = protocolIn(await textOf(path), path)
  return flags.quick ? quick(protocol) : protocol
}

const textOf = async (path: string): Promise<string> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of openBytes(path)) chunks.push(chunk.slice())
  return Buffer.concat(chunks).toString('utf8')
}

const protocolIn = (text: string, path: string): Protocol => {
  try {
    const inside = resultsIn(text)
    return inside === undefined ? parseProtocolText(text) : parseProtocol(inside)
  } catch (error) {
    if (!(error instanceof AskanceError)) throw error
    throw new AskanceError(error.code, error.message, error.details, { source: path })
  }
}

/** The protocol of a results document; undefined where the text is none. */
const resultsIn = (text: string): unknown => {
  try {
    const value = JSON.parse(text) as { readonly protocol?: unknown; readonly cells?: unknown } | null
    return Array.isArray(value?.cells) ? value.protocol : undefined
  } catch {
    return undefined
  }
}
