import { benchError } from '../errors.js'
import { type ExperimentOptions, runExperiment, withRuntime } from '../experiment/runtime.js'
import { quick } from '../protocol/defaults.js'
import type { Protocol } from '../protocol/protocol.js'
import { comparisonReport, madeFacts } from '../report/comparison.js'
import type { Report, Section } from '../report/report.js'
import { paperTable } from '../report/tables/index.js'
import type { Results } from '../results/results.js'
import { type Evidence, evidenceOf, type Point, roundedValue } from './claims/evidence.js'
import { type ClaimVerdict, verdictsOf, verdictText } from './claims/verdicts.js'
import { estimationPoints, estimationSections } from './estimation.js'
import type { Reproduction } from './reproduction.js'
import { runSensitivity, sensitivitySections } from './sensitivity.js'

export interface ReproduceOptions extends ExperimentOptions {
  /** Fewer runs and a coarser grid. */
  readonly quick?: boolean
  /** The full grid on all folds. */
  readonly exhaustive?: boolean
  readonly runs?: number
  /** Only these of the data sets. */
  readonly sets?: readonly string[]
}

/** A report with the results that its verdicts are based on. */
export interface Reproduced extends Report {
  readonly evidence: Evidence
  readonly verdicts: readonly ClaimVerdict[]
}

/** Reproduces a table or figure of a paper, compares it with the paper's numbers and checks the paper's claims. */
export const reproduce = async (
  reproduction: Reproduction,
  options: ReproduceOptions,
): Promise<Reproduced> => {
  const { experiment } = reproduction
  switch (experiment.kind) {
    case 'compare':
      return reproducedFrom(
        reproduction,
        await runExperiment(withOptions(experiment.protocol, options), options),
      )
    case 'sensitivity': {
      const study = { ...experiment.study, runs: runsOf(experiment.study.runs, options) }
      const { points, made } = await runSensitivity(study, options)
      return studyReport(reproduction, study, made, points, sensitivitySections(study, points))
    }
    case 'estimation':
      return withRuntime({ ...options, threads: 0 }, async ({ made }) => {
        const study = { ...experiment.study, runs: runsOf(experiment.study.runs, options) }
        const points = estimationPoints(study)
        return studyReport(
          reproduction,
          { ...study, metric: 'error' },
          made(),
          points,
          estimationSections(study, points),
        )
      })
  }
}

/** The report of a comparison from its results, which may be those of an earlier run. */
export const reproducedFrom = (reproduction: Reproduction, results: Results): Reproduced => {
  const { experiment } = reproduction
  const view = experiment.kind === 'compare' ? experiment.view : 'table'
  const extra = reproduction.claims.flatMap(({ metrics = [] }) => metrics)
  const evidence = evidenceOf(reproduction.id, results, extra)
  const verdicts = verdictsOf(reproduction, evidence)
  const paper: Section = {
    title: 'Paper and reproduction',
    paragraphs: aboutOf(reproduction, verdicts),
    tables: paperTable(results, numbersFor(reproduction, results)),
    figures: [],
  }
  return { ...comparisonReport(results, [paper], view), evidence, verdicts }
}

const runsOf = (declared: number, options: ReproduceOptions): number =>
  options.runs ?? (options.quick ? Math.min(5, declared) : declared)

const withOptions = (declared: Protocol, options: ReproduceOptions): Protocol => {
  const { runs, sets, exhaustive } = options
  const wanted = sets ? declared.sets.filter(({ name }) => sets.includes(name)) : declared.sets
  const names = wanted.map(({ name }) => name)
  if (names.length === 0)
    throw benchError('experiment/nothing', {
      reason: `unknown set ${sets?.join(', ')}; the sets are ${declared.sets.map(({ name }) => name).join(', ')}`,
    })
  const narrowed: Protocol = {
    ...declared,
    sets: wanted,
    algorithms: declared.algorithms.map((spec) =>
      spec.sets ? { ...spec, sets: spec.sets.filter((name) => names.includes(name)) } : spec,
    ),
    ...(exhaustive &&
      declared.tuning.method !== 'none' && { tuning: { ...declared.tuning, method: 'exhaustive' as const } }),
  }
  const sized = options.quick ? quick(narrowed) : narrowed
  return runs === undefined ? sized : { ...sized, runs }
}

/** The paper's numbers for these sets: set by set, those that are missing last. */
const numbersFor = ({ numbers }: Reproduction, { protocol: { sets }, missing }: Results) => {
  const names = sets.map(({ name }) => name)
  const place = (set: string): number =>
    names.indexOf(set) + (missing.some((one) => one.set === set) ? names.length : 0)
  return numbers
    .filter(({ set }) => names.includes(set))
    .toSorted((a, b) => place(a.set) - place(b.set) || a.ratio - b.ratio)
}

/** The paper's claims with our verdicts, and our notes. */
const aboutOf = ({ notes }: Reproduction, verdicts: readonly ClaimVerdict[]): readonly string[] => [
  ...verdicts.flatMap((verdict) => [`The paper says: ${verdict.claim}`, verdictText(verdict)]),
  ...notes,
]

const studyReport = (
  reproduction: Reproduction,
  { runs, metric }: { readonly runs: number; readonly metric: string },
  made: Results['made'],
  points: readonly Point[],
  sections: readonly Section[],
): Reproduced => {
  const { id, title } = reproduction
  const { date, version } = made
  const evidence: Evidence = {
    format: 1,
    id,
    date: date.slice(0, 10),
    version,
    runs,
    metric,
    missing: [],
    points: points.map((point) => ({
      ...point,
      values: Object.fromEntries(
        Object.entries(point.values).map(([name, values]) => [name, values.map(roundedValue)]),
      ),
    })),
  }
  const verdicts = verdictsOf(reproduction, evidence)
  return {
    title: `${id}: ${title}`,
    intro: aboutOf(reproduction, verdicts),
    facts: madeFacts(made),
    sections,
    evidence,
    verdicts,
  }
}
