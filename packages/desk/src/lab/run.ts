import type { Outcome, Point, RunEvent, RunSpec } from './engine/messages.js'
import type { LabTable } from './engine/table.js'

export type Planned = Extract<RunEvent, { kind: 'planned' }>

/** `halting` until the engine finishes its current step; `lost` if it had to be terminated. */
type RunStatus = 'running' | 'halting' | 'paused' | 'stopped' | 'finished' | 'lost'

/** The state of a run on the page. */
export interface LabRun {
  readonly spec: RunSpec
  readonly status: RunStatus
  readonly planned: Planned | undefined
  readonly points: ReadonlyMap<string, Point>
  /** Of the points so far. */
  readonly table: LabTable | undefined
  /** In units of work. */
  readonly done: number
  readonly expected: number
  readonly pace: readonly Moment[]
  readonly outcome: Outcome | undefined
}

/** Computed work with its time in milliseconds. */
interface Moment {
  readonly time: number
  readonly computed: number
}

/** The window for the speed estimate, and its minimum, in milliseconds. */
const LOOK_BACK = 60_000
const TOO_SOON = 1500

export const newRun = (spec: RunSpec, time: number): LabRun => ({
  spec,
  status: 'running',
  planned: undefined,
  points: new Map(),
  table: undefined,
  done: 0,
  expected: 1,
  pace: [{ time, computed: 0 }],
  outcome: undefined,
})

/** Continues a run after a pause and keeps its points. */
export const resumeRun = (run: LabRun, time: number): LabRun => ({
  ...run,
  status: 'running',
  outcome: undefined,
  pace: [{ time, computed: 0 }],
})

const pointKey = (algorithm: string, ratio: number): string => `${ratio} ${algorithm}`

export const pointAt = (
  { points }: Pick<LabRun, 'points'>,
  algorithm: string,
  ratio: number,
): Point | undefined => points.get(pointKey(algorithm, ratio))

/** Applies an event. A resumed run replays old points, which must not go back. */
export const applyEvent = (run: LabRun, event: RunEvent, time: number): LabRun => {
  if (event.kind === 'planned') return { ...run, planned: event }
  const points = new Map(run.points)
  for (const point of event.points) {
    const key = pointKey(point.algorithm, point.ratio)
    if ((points.get(key)?.runs ?? 0) <= point.runs) points.set(key, point)
  }
  const moment = { time, computed: event.done - event.found }
  const pace = [...run.pace.filter((one) => time - one.time <= LOOK_BACK), moment]
  const table = event.table ?? run.table
  return { ...run, points, table, pace, done: event.done, expected: event.expected }
}

/** Estimated milliseconds left; undefined if unknown. */
export const timeLeft = ({ pace, done, expected }: LabRun): number | undefined => {
  const [first, last] = [pace[0], pace.at(-1)]
  if (!first || !last || last.time - first.time < TOO_SOON || last.computed <= first.computed)
    return undefined
  return ((expected - done) * (last.time - first.time)) / (last.computed - first.computed)
}

/** The finished share of the work in whole percent; 100 only at the end. */
export const percentDone = ({ done, expected }: LabRun): number =>
  Math.min(100, Math.floor((100 * done) / Math.max(expected, done, 1) + 1e-9))

export const isRunning = (run: LabRun | undefined): boolean =>
  run?.status === 'running' || run?.status === 'halting'
