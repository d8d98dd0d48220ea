import type { Parameters } from '@askance/core'
import { parametersOf, resolveParameters } from '@askance/core/internals'
import type { JobRunner } from '../jobs/job-runner.js'
import { type MetricName, metrics } from '../metrics.js'
import { wantsUnitRows } from '../play/player.js'
import type { Figure } from '../report/figure.js'
import type { Section } from '../report/report.js'
import type { OpenSet } from '../sets/set.js'
import { mean } from '../statistics/index.js'
import type { SensitivityStudy } from './reproduction.js'

/** The work of a study, in passes. */
export const sensitivityWeight = ({ maps, runs }: SensitivityStudy): number =>
  maps.reduce((sum, { x, y }) => sum + x.values.length * y.values.length, 0) * runs

/** Plays every point of every map, and draws the metric and the query ratio over them. */
export const sensitivitySections = async (
  runner: JobRunner,
  set: OpenSet,
  study: SensitivityStudy,
): Promise<readonly Section[]> =>
  Promise.all(
    study.maps.map(async (map) => ({
      title: Object.entries(map.fixed)
        .map(([name, value]) => `${name} = ${value}`)
        .join(', '),
      paragraphs: [],
      tables: [],
      figures: await mapFigures(runner, set, study, map),
    })),
  )

type Map = SensitivityStudy['maps'][number]

const mapFigures = async (
  runner: JobRunner,
  set: OpenSet,
  study: SensitivityStudy,
  { id, x, y, fixed }: Map,
): Promise<readonly Figure[]> => {
  const points = await Promise.all(
    y.values.map((second) =>
      Promise.all(
        x.values.map((first) =>
          played(runner, set, study, { ...fixed, [x.parameter]: first, [y.parameter]: second }),
        ),
      ),
    ),
  )
  const others = Object.entries(fixed)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')
  const figure = (name: string, metric: MetricName, of: (point: Played) => number): Figure => ({
    kind: 'heat',
    id: `sensitivity-${id}-${name}`,
    title: `${metrics[metric].title} of ${study.algorithm} on ${set.facts.name}, ${others}`,
    caption: `Mean over ${study.runs} runs, each with its own permutation.`,
    x: { label: x.parameter, values: x.values },
    y: { label: y.parameter, values: y.values },
    value: { label: metrics[metric].title, unit: metrics[metric].unit === 'share' ? 'share' : 'number' },
    cells: points.map((row) => row.map(of)),
  })
  return [
    figure('metric', study.metric, ({ value }) => value),
    figure('ratio', 'queryRatio', ({ ratio }) => ratio),
  ]
}

interface Played {
  readonly value: number
  readonly ratio: number
}

const played = async (
  runner: JobRunner,
  set: OpenSet,
  { algorithm, metric, runs, seed }: SensitivityStudy,
  given: Parameters,
): Promise<Played> => {
  const player = { algorithm, unitRows: wantsUnitRows(algorithm), delay: 0 }
  const parameters = resolveParameters(algorithm, parametersOf(algorithm), given)
  const all = await Promise.all(
    Array.from({ length: runs }, (_, k) => {
      const options = { seed: seed + k, metric, metrics: [metric, 'queryRatio'] as const, curvePoints: 0 }
      return runner.run(set, { kind: 'run', player, parameters, options }, 1)
    }),
  )
  return {
    value: mean(all.map(({ values }) => values[metric] ?? 0)),
    ratio: mean(all.map(({ values }) => values.queryRatio ?? 0)),
  }
}
