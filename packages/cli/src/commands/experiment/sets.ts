import type { SetSpec } from '@askance/bench'
import { cliError } from '../../errors.js'
import { interceptOf } from '../run/settings.js'
import type { SetFlags } from './flags.js'
import { classesOf, sourcesOf } from './sources.js'

/** A set, and how many classes it has. */
export interface ClassedSet {
  readonly spec: SetSpec
  readonly classes: number
}

/** The data as the flags want it prepared, looked at for its classes. */
export const setsOf = async (
  all: readonly string[],
  flags: SetFlags,
  folder: string,
): Promise<readonly ClassedSet[]> => {
  const sources = sourcesOf(all, folder)
  const { scaling, order, positive, limit } = flags
  const intercept = interceptOf(flags.intercept)
  const prepared = {
    ...(limit !== undefined && { first: limit }),
    ...(scaling !== undefined && { scaling }),
    ...(intercept !== 'none' && { intercept }),
    ...(order !== undefined && { order }),
  }
  for (const { source } of sources) if ('stream' in source) refuseForStreams(source.stream, flags)
  return Promise.all(
    sources.map(async (one) => {
      const classes = await classesOf(one.source, folder)
      if ('stream' in one.source) return { spec: one, classes }
      const chosen = positive !== undefined && classes === 2 ? { positive } : {}
      return { spec: { ...one, ...prepared, ...chosen }, classes }
    }),
  )
}

const refuseForStreams = (stream: string, flags: SetFlags): void => {
  for (const flag of ['scaling', 'intercept', 'order', 'positive', 'limit'] as const)
    if (flags[flag] !== undefined)
      throw cliError('usage/conflict', {
        left: `--${flag}`,
        right: `stream:${stream}`,
        reason: ': a stream is taken as it is made; its parameters are written stream:NAME:rows=1000,noise=0',
      })
}
