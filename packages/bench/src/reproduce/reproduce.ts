import { benchError } from '../errors.js'
import { type ExperimentOptions, runExperiment, withRuntime } from '../experiment/runtime.js'
import { quick } from '../protocol/defaults.js'
import type { Protocol } from '../protocol/protocol.js'
import { comparisonReport, madeFacts } from '../report/comparison.js'
import type { Report, Section } from '../report/report.js'
import { paperTable } from '../report/tables/index.js'
import type { Results } from '../results/results.js'
import { estimationSections } from './estimation.js'
import type { Reproduction } from './reproduction.js'
import { sensitivitySections, sensitivityWeight } from './sensitivity.js'

export interface ReproduceOptions extends ExperimentOptions {
  /** Fewer runs and a coarser grid. */
  readonly quick?: boolean
  /** The full grid on all folds. */
  readonly exhaustive?: boolean
  readonly runs?: number
  /** Only these of the data sets. */
  readonly sets?: readonly string[]
}

/** Reproduces a table or figure of a paper and compares it with the paper's numbers. */
export const reproduce = async (reproduction: Reproduction, options: ReproduceOptions): Promise<Report> => {
  const { experiment } = reproduction
  switch (experiment.kind) {
    case 'compare': {
      const protocol = withOptions(experiment.protocol, options)
      const results = await runExperiment(protocol, options)
      const paper: Section = {
        title: 'Paper and reproduction',
        paragraphs: aboutOf(reproduction),
        tables: paperTable(results, numbersFor(reproduction, results)),
        figures: [],
      }
      return comparisonReport(results, [paper], experiment.view)
    }
    case 'sensitivity':
      return withRuntime(options, async ({ runner, withSet, made }) => {
        const study = { ...experiment.study, runs: runsOf(experiment.study.runs, options) }
        runner.expect(sensitivityWeight(study))
        const sections = await withSet(study.set, study.seed, (set) =>
          sensitivitySections(runner, set, study),
        )
        return studyReport(reproduction, sections, madeFacts(made()))
      })
    case 'estimation':
      return withRuntime({ ...options, threads: 0 }, async ({ made }) => {
        const study = { ...experiment.study, runs: runsOf(experiment.study.runs, options) }
        const sections = estimationSections(study)
        return studyReport(reproduction, sections, madeFacts(made()))
      })
  }
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

/** The paper's claims and our notes. */
const aboutOf = ({ claims, notes }: Reproduction): readonly string[] => [
  ...claims.map((claim) => `The paper says: ${claim}`),
  ...notes,
]

const studyReport = (
  reproduction: Reproduction,
  sections: readonly Section[],
  facts: Report['facts'],
): Report => ({
  title: `${reproduction.id}: ${reproduction.title}`,
  intro: aboutOf(reproduction),
  facts,
  sections,
})
