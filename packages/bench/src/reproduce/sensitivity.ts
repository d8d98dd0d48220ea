import type { Parameters } from '@askance/core'
import { parametersOf, resolveParameters } from '@askance/core/internals'
import { type ExperimentOptions, withRuntime } from '../experiment/runtime.js'
import type { JobRunner } from '../jobs/job-runner.js'
import { type MetricName, metrics } from '../metrics.js'
import { playerOn, withHorizon } from '../play/player.js'
import { madeFacts } from '../report/comparison.js'
import type { Figure } from '../report/figure.js'
import type { Report, Section } from '../report/report.js'
import { heatTable } from '../report/tables/index.js'
import type { Made, SetFacts } from '../results/results.js'
import type { OpenSet } from '../sets/set.js'
import { mean } from '../statistics/index.js'
import { gridPoints } from '../tune/grid.js'
import type { Point } from './claims/evidence.js'
import type { SensitivityStudy } from './reproduction.js'

/** The results of a study as plain JSON. */
export interface SensitivityResults {
  readonly format: 1
  readonly study: SensitivityStudy
  readonly made: Made
  readonly set: SetFacts
  /** Map by map, by y, then x. A point without values has parameters that the algorithm refuses together. */
  readonly points: readonly Point[]
}

/** Plays every point of a study on its set. */
export const runSensitivity = (
  study: SensitivityStudy,
  options: ExperimentOptions,
): Promise<SensitivityResults> =>
  withRuntime(options, async ({ runner, withSet, made }) => {
    runner.expect(sensitivityWeight(study))
    return withSet(study.set, study.seed, async (set) => {
      const points = await sensitivityPoints(runner, set, study)
      return { format: 1, study, made: made(), set: set.facts, points }
    })
  })

/** The maps of a study as figures and tables. */
export const sensitivityReport = (results: SensitivityResults): Report => {
  const { study, made, set, points } = results
  const { algorithm, metric, runs, seed } = study
  const { title, meaning } = metrics[metric]
  const maps = sensitivitySections(study, points)
  const tables = maps
    .flatMap(({ figures }) => figures)
    .flatMap((figure) => (figure.kind === 'heat' ? [heatTable(figure)] : []))
  return {
    title: `${set.name}: how parameters change ${algorithm}`,
    intro: [`${title}: ${meaning}. Query ratio: ${metrics.queryRatio.meaning}.`],
    facts: [...madeFacts(made), ['runs', `${runs}, seeds ${seed} to ${seed + runs - 1}`]],
    sections: [...maps, { title: 'Numbers', paragraphs: [], tables, figures: [] }],
    json: results,
  }
}

/** The work of a study, in passes. */
const sensitivityWeight = (study: SensitivityStudy): number =>
  parametersIn(study).filter((parameters) => isAdmitted(study.algorithm, parameters)).length * study.runs

/** Plays every point of every map. */
const sensitivityPoints = async (
  runner: JobRunner,
  set: OpenSet,
  study: SensitivityStudy,
): Promise<readonly Point[]> => {
  const { algorithm } = study
  return Promise.all(
    parametersIn(study).map((parameters) =>
      isAdmitted(algorithm, parameters)
        ? played(runner, set, study, parameters)
        : { set: set.facts.name, algorithm, parameters, values: {} },
    ),
  )
}

/** The parameters of every point, map by map, by y, then x. */
const parametersIn = ({ maps }: SensitivityStudy): readonly Parameters[] =>
  maps.flatMap(({ x, y, fixed }) =>
    y.values.flatMap((second) =>
      x.values.map((first) => ({ ...fixed, [x.parameter]: first, [y.parameter]: second })),
    ),
  )

/** Whether the learner takes these values together. */
const isAdmitted = (name: string, parameters: Parameters): boolean =>
  gridPoints({ name, parameters }).length > 0

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
      title: fixedText(map) || `${map.x.parameter} and ${map.y.parameter}`,
      paragraphs: [],
      tables: [],
      figures: mapFigures(study, map, own),
    }
  })
}

type Map = SensitivityStudy['maps'][number]

const fixedText = ({ fixed }: Map): string =>
  Object.entries(fixed)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ')

const mapFigures = (study: SensitivityStudy, map: Map, points: readonly Point[]): readonly Figure[] => {
  const { id, x, y } = map
  const others = fixedText(map)
  const meanOf = (values: readonly number[] | undefined): number | null => (values ? mean(values) : null)
  const figure = (name: string, metric: MetricName): Figure => ({
    kind: 'heat',
    id: `sensitivity-${id}-${name}`,
    title: `${metrics[metric].title} of ${study.algorithm} on ${study.set.name}${others && `, ${others}`}`,
    caption: `Mean over ${study.runs} runs, each with its own permutation.`,
    x: { label: x.parameter, values: x.values },
    y: { label: y.parameter, values: y.values },
    value: {
      label: metrics[metric].title,
      unit: metrics[metric].unit === 'share' ? 'share' : 'number',
      ...(metric !== 'queryRatio' && { better: metrics[metric].better }),
    },
    cells: y.values.map((_, row) =>
      x.values.map((_, column) => meanOf(points[row * x.values.length + column]?.values[metric])),
    ),
  })
  return [figure('metric', study.metric), figure('ratio', 'queryRatio')]
}

const played = async (
  runner: JobRunner,
  set: OpenSet,
  { algorithm, metric, runs, seed, costs }: SensitivityStudy,
  given: Parameters,
): Promise<Point> => {
  const player = playerOn(set, { name: algorithm }, { metric, delay: 0, ...(costs && { costs }) })
  const withItems = withHorizon(algorithm, given, set.facts.items)
  const parameters = resolveParameters(algorithm, parametersOf(algorithm), withItems)
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
