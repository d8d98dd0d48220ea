import type { Parameters } from '@askance/core'
import { parametersOf, resolveParameters } from '@askance/core/internals'
import type { JobRunner } from '../jobs/job-runner.js'
import { type MetricName, metrics } from '../metrics.js'
import { wantsUnitRows } from '../play/player.js'
import type { Figure } from '../report/figure.js'
import type { Section } from '../report/report.js'
import type { OpenSet } from '../sets/set.js'
import { mean } from '../statistics/index.js'
import type { Point } from './claims/evidence.js'
import type { SensitivityStudy } from './reproduction.js'

/** The work of a study, in passes. */
export const sensitivityWeight = ({ maps, runs }: SensitivityStudy): number =>
  maps.reduce((sum, { x, y }) => sum + x.values.length * y.values.length, 0) * runs

/** Plays every point of every map. */
export const sensitivityPoints = async (
  runner: JobRunner,
  set: OpenSet,
  study: SensitivityStudy,
): Promise<readonly Point[]> => {
  const all = study.maps.flatMap(({ x, y, fixed }) =>
    y.values.flatMap((second) =>
      x.values.map((first) => ({ ...fixed, [x.parameter]: first, [y.parameter]: second })),
    ),
  )
  return Promise.all(all.map((parameters) => played(runner, set, study, parameters)))
}

/** The metric and the query ratio over every map, from points in the order in which they were played. */
export const sensitivitySections = (
  study: SensitivityStudy,
  points: readonly Point[],
): readonly Section[] => {
  const sizeOf = ({ x, y }: Map): number => x.values.length * y.values.length
  return study.maps.map((map, k) => {
    const start = study.maps.slice(0, k).reduce((sum, earlier) => sum + sizeOf(earlier), 0)
    const own = points.slice(start, start + sizeOf(map))
    return {
      title: Object.entries(map.fixed)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', '),
      paragraphs: [],
      tables: [],
      figures: mapFigures(study, map, own),
    }
  })
}

type Map = SensitivityStudy['maps'][number]

const mapFigures = (
  study: SensitivityStudy,
  { id, x, y, fixed }: Map,
  points: readonly Point[],
): readonly Figure[] => {
  const others = Object.entries(fixed)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')
  const figure = (name: string, metric: MetricName): Figure => ({
    kind: 'heat',
    id: `sensitivity-${id}-${name}`,
    title: `${metrics[metric].title} of ${study.algorithm} on ${study.set.name}, ${others}`,
    caption: `Mean over ${study.runs} runs, each with its own permutation.`,
    x: { label: x.parameter, values: x.values },
    y: { label: y.parameter, values: y.values },
    value: { label: metrics[metric].title, unit: metrics[metric].unit === 'share' ? 'share' : 'number' },
    cells: y.values.map((_, row) =>
      x.values.map((_, column) => mean(points[row * x.values.length + column]?.values[metric] ?? [])),
    ),
  })
  return [figure('metric', study.metric), figure('ratio', 'queryRatio')]
}

const played = async (
  runner: JobRunner,
  set: OpenSet,
  { algorithm, metric, runs, seed }: SensitivityStudy,
  given: Parameters,
): Promise<Point> => {
  const player = { algorithm, unitRows: wantsUnitRows(algorithm), delay: 0 }
  const parameters = resolveParameters(algorithm, parametersOf(algorithm), given)
  const all = await Promise.all(
    Array.from({ length: runs }, (_, k) => {
      const options = { seed: seed + k, metric, metrics: [metric, 'queryRatio'] as const, curvePoints: 0 }
      return runner.run(set, { kind: 'run', player, parameters, options }, 1)
    }),
  )
  const valuesOf = (name: MetricName): readonly number[] => all.map(({ values }) => values[name] ?? 0)
  return {
    set: set.facts.name,
    algorithm,
    parameters: given,
    values: { [metric]: valuesOf(metric), queryRatio: valuesOf('queryRatio') },
  }
}
