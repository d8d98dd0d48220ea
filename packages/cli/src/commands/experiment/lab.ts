import { homedir } from 'node:os'
import { join } from 'node:path'
import { benchError, type LabOptions } from '@askance/bench'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { dataDirOf } from '../../stream/located.js'
import type { LabFlags } from './flags.js'
import { WorkStatus } from './progress.js'

const cacheFor = ({ env }: Context, flags: LabFlags): string | undefined => {
  if (flags['no-cache'] && flags.cache !== undefined)
    throw cliError('usage/conflict', { left: '--no-cache', right: '--cache', reason: '' })
  if (flags['no-cache']) return undefined
  const folder = env.XDG_CACHE_HOME || join(env.HOME || homedir(), '.cache')
  return flags.cache ?? join(folder, 'askance', 'bench.jsonl')
}

/**
 * Works with threads and cache as the flags say, and shows how far it is. Whoever stops it is told that what was
 * finished is kept: every result is in the cache as soon as it is there.
 */
export const atWork = async <T>(
  context: Context,
  flags: LabFlags,
  work: (options: LabOptions) => Promise<T>,
): Promise<T> => {
  const cache = cacheFor(context, flags)
  const status = new WorkStatus(context, flags.quiet)
  const told =
    cache === undefined
      ? 'stopped; without a cache nothing is kept'
      : benchError('experiment/stopped').message
  const stopped = (): void => void context.stderr.write(`askance: ${told}\n`)
  context.cleanups.add(stopped)
  try {
    return await work({
      dataDir: dataDirOf(context, flags),
      ...(cache !== undefined && { cache }),
      ...(flags.threads !== undefined && { threads: flags.threads }),
      progress: status.tell,
    })
  } finally {
    context.cleanups.delete(stopped)
    status.end()
  }
}
