import type { Parameters } from '@askance/core'
import { type Aimed, type AimOptions, aimDial } from '../aim/aim.js'
import { type Player, setFor } from '../play/player.js'
import { playRun, type RunOptions } from '../play/run.js'
import type { Run } from '../results/results.js'
import type { OpenSet } from '../sets/set.js'
import { sha256 } from '../sha256.js'
import { type FoldScore, type PointOptions, playPoint } from '../tune/point.js'

/** A unit of work as plain JSON; together with the data it determines the result. */
export type Job = PointJob | AimJob | RunJob

interface Common {
  readonly player: Player
  readonly parameters: Parameters
}

interface PointJob extends Common {
  readonly kind: 'point'
  readonly options: PointOptions
}

interface AimJob extends Common {
  readonly kind: 'aim'
  readonly options: AimOptions
}

export interface RunJob extends Common {
  readonly kind: 'run'
  readonly options: RunOptions
}

export type ResultOf<T extends Job> = T extends PointJob
  ? readonly FoldScore[]
  : T extends AimJob
    ? Aimed
    : Run

export const runJob = <T extends Job>(set: OpenSet, job: T): ResultOf<T> => {
  const { player, parameters } = job
  const played = setFor(set, player)
  switch (job.kind) {
    case 'point':
      return playPoint(played, player, parameters, job.options) as ResultOf<T>
    case 'aim':
      return aimDial(played, player, parameters, job.options) as ResultOf<T>
    case 'run':
      return playRun(played, player, parameters, job.options) as ResultOf<T>
  }
}

/** The address of a result. Equal contents have equal addresses, regardless of key order. */
export const contentAddress = (content: unknown): string =>
  sha256([JSON.stringify(sorted(content))], 'base64url')

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, sorted(part)]),
  )
}
