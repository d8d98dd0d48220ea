import { metrics } from '@askance/bench'
import type { LineSeries } from '../../parts/charts/line-data.js'
import { ticksOver } from '../../parts/charts/scale.js'
import { type Look, REST } from '../look.js'
import { isRunning, type LabRun, type Planned, pointAt } from '../run.js'

/** The chart data of a run. */
interface Curves {
  readonly x: readonly number[]
  readonly series: readonly LineSeries[]
  readonly yRange: readonly [number, number] | undefined
  /** The share from which on no line has a value yet. */
  readonly unfinished: number | undefined
}

type Line = Pick<LineSeries, 'values' | 'low' | 'high'>

const toLine = (
  run: LabRun,
  planned: Planned,
  { name, role }: Planned['algorithms'][number],
  isBare: boolean,
): Line => {
  const max = metrics[planned.metric].unit === 'share' ? 1 : Number.POSITIVE_INFINITY
  const points = planned.ratios.map((ratio) => pointAt(run, name, role === 'supervised' ? 1 : ratio))
  const edge = (sign: number) =>
    points.map((point) =>
      point?.mean === undefined || point.deviation === undefined
        ? null
        : Math.min(max, Math.max(0, point.mean + sign * point.deviation)),
    )
  const values = points.map((point) => point?.mean ?? null)
  return isBare ? { values } : { values, low: edge(-1), high: edge(1) }
}

const axisRange = (lines: readonly Line[], isShare: boolean): readonly [number, number] | undefined => {
  const all = lines
    .flatMap(({ values, low = [], high = [] }) => [...values, ...low, ...high])
    .filter((value): value is number => value !== null)
  if (all.length === 0) return undefined
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const ticks = ticksOver(low, high, 5)
  const top = ticks.at(-1) ?? high
  return [Math.max(0, ticks[0] ?? low), isShare ? Math.min(1, top) : top]
}

/** The lines so far; the max important are drawn last, on top. */
export const labCurves = (run: LabRun, planned: Planned, looks: ReadonlyMap<string, Look>): Curves => {
  const drawn = planned.algorithms.map((algorithm) => {
    const look = looks.get(algorithm.name) ?? { colour: REST, dash: [] }
    // Many overlapping bands are unreadable, and a very wide band hides the others.
    const isBare = look.colour === REST || algorithm.role === 'supervised'
    return { ...algorithm, look, line: toLine(run, planned, algorithm, isBare) }
  })
  const strength = ({ role, look }: (typeof drawn)[number]): number =>
    role === 'supervised' ? 0 : look.colour === REST ? 1 : role === 'random' ? 2 : 3
  const series = drawn
    .toSorted((a, b) => strength(a) - strength(b))
    .map(({ name, line, look: { colour, dash } }) => ({
      id: name,
      label: name,
      colour,
      ...(dash.length > 0 && { dash }),
      ...line,
    }))
  const known = planned.ratios.filter((ratio) =>
    planned.algorithms.some(
      ({ name, role }) => role !== 'supervised' && pointAt(run, name, ratio)?.mean !== undefined,
    ),
  )
  const last = known.at(-1) ?? planned.ratios[0]
  const isUnfinished = isRunning(run) && last !== undefined && last < (planned.ratios.at(-1) ?? 0)
  return {
    x: planned.ratios,
    series,
    yRange: axisRange(
      drawn.map(({ line }) => line),
      metrics[planned.metric].unit === 'share',
    ),
    unfinished: isUnfinished ? last : undefined,
  }
}
