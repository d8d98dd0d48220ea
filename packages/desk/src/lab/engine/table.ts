import {
  cellSummary,
  contenders,
  fullFor,
  type MetricName,
  metrics,
  midRanks,
  pairedT,
  pairedValues,
  type Reported,
  type Results,
  type Role,
  randomFor,
  reported,
  type Summary,
  savingOf,
} from '@askance/bench'

/** The numbers of the results table. */
export interface LabTable {
  readonly metric: MetricName
  readonly items: number
  readonly ratios: readonly number[]
  /** How many runs of each algorithm are planned. */
  readonly runs: number
  /** The target score; undefined until full supervision has run. */
  readonly goal: number | undefined
  /** Best mean rank first, full supervision last. */
  readonly rows: readonly LabRow[]
  /** Each algorithm compared with the next, at every label share. */
  readonly comparisons: readonly Comparison[]
  /** Each algorithm compared with random asking, at every label share. */
  readonly gains: readonly Comparison[]
}

export interface LabRow {
  readonly name: string
  readonly role: Role
  /** Rank over the label shares that all algorithms reached; 1 is best. */
  readonly rank: number | undefined
  /** One per label share; undefined if missing. */
  readonly values: readonly (LabValue | undefined)[]
  /** The random baseline of a compared algorithm; undefined if there is none. */
  readonly random: RandomBaseline | undefined
  /** Labels needed to reach the goal; undefined if it is never reached. */
  readonly needed: Needed | undefined
  /** Factor of labels saved over random asking; undefined if either never reaches the goal. */
  readonly saving: number | undefined
  /** Mean seconds per run. */
  readonly seconds: number | undefined
}

export interface LabValue extends Summary {
  /** Whether it is the best, or not significantly different by a paired t-test at 95 %. */
  readonly leads: boolean
}

/** Asks at random, with the same learner if there is such a one. */
interface RandomBaseline {
  readonly name: string
  /** The means over the runs that both have, one per label share. */
  readonly pairs: readonly ({ readonly own: number; readonly random: number } | undefined)[]
}

interface Needed {
  readonly ratio: number
  readonly labels: number
  /** The lowest share sufficed, so the true number may be smaller. */
  readonly atMost: boolean
}

export interface Comparison {
  readonly ratio: number
  readonly first: string
  readonly second: string
  /** Difference of the means, first minus second, with its 95 % interval. */
  readonly difference: number
  readonly low: number
  readonly high: number
  readonly p: number
  /** Number of common runs, and in how many the first was better. */
  readonly runs: number
  readonly won: number
}

/** The goal as a share of the full-supervision score. */
const GOAL_SHARE = 0.99

/** Computes the table from the results. */
export const labTable = (results: Results, wanted?: number): LabTable => {
  const { protocol, sets } = results
  const { metric, ratios, runs } = protocol
  const set = sets[0]?.name ?? ''
  const items = sets[0]?.items ?? 0
  const all = reported(results)
  const goal = wanted ?? goalScore(results, set, all)
  const ranks = meanRanks(results)
  const toRow = (algorithm: Reported): LabRow => {
    const { name, role } = algorithm
    const own =
      goal === undefined || role === 'supervised' ? undefined : savingOf(results, set, name, goal, 1)
    const saved =
      goal === undefined || role !== 'compared' ? undefined : randomFor(results, set, algorithm, goal, 1)
    return {
      name,
      role,
      rank: ranks.get(name),
      values: rowValues(results, set, algorithm),
      random: role === 'compared' ? randomBaseline(results, algorithm) : undefined,
      needed: own && { ratio: own.ratio, labels: Math.ceil(own.ratio * items - 1e-9), atMost: own.atMost },
      saving: own && saved?.saving && saved.saving.ratio / own.ratio,
      seconds: secondsPerRun(results, name, items),
    }
  }
  const rows = all.map(toRow).sort((a, b) => sortKey(a) - sortKey(b))
  return {
    metric,
    items,
    ratios,
    runs,
    goal,
    rows,
    comparisons: neighbourComparisons(results, rows),
    gains: gainsOverRandom(results, rows),
  }
}

const sortKey = ({ role, rank }: LabRow): number =>
  role === 'supervised' ? Number.MAX_VALUE : (rank ?? Number.MAX_SAFE_INTEGER)

/** The goal is close to the best full-supervision score. */
const goalScore = (results: Results, set: string, all: readonly Reported[]): number | undefined => {
  const full = all.flatMap((algorithm) => fullFor(results, set, algorithm)?.mean ?? [])
  if (full.length === 0) return undefined
  return metrics[results.protocol.metric].better === 'up'
    ? GOAL_SHARE * Math.max(...full)
    : (2 - GOAL_SHARE) * Math.min(...full)
}

const findCell = ({ cells }: Results, name: string, ratio: number) =>
  cells.find((cell) => cell.algorithm === name && cell.ratio === ratio && cell.status === 'reached')

const meanRanks = (results: Results): ReadonlyMap<string, number> => {
  const { ratios, metric } = results.protocol
  const asking = reported(results).filter(
    ({ name, role }) => role !== 'supervised' && ratios.some((ratio) => findCell(results, name, ratio)),
  )
  const rows = ratios.flatMap((ratio) => {
    const means = asking.flatMap(
      ({ name }) => cellSummary(findCell(results, name, ratio), metric)?.mean ?? [],
    )
    return means.length === asking.length ? [midRanks(means, metrics[metric].better)] : []
  })
  const ranked = rows.length === 0 ? [] : asking
  return new Map(
    ranked.map(({ name }, k) => [name, rows.reduce((sum, row) => sum + (row[k] ?? 0), 0) / rows.length]),
  )
}

const rowValues = (results: Results, set: string, { name, role }: Reported): LabRow['values'] => {
  const { ratios, metric } = results.protocol
  if (role === 'supervised') {
    const summary = cellSummary(findCell(results, name, 1), metric)
    return [summary && { ...summary, leads: false }]
  }
  return ratios.map((ratio) => {
    const summary = cellSummary(findCell(results, name, ratio), metric)
    const leads = contenders(results, set, ratio).some((one) => one.name === name && one.leads)
    return summary && { ...summary, leads }
  })
}

const secondsPerRun = ({ cells }: Results, name: string, items: number): number | undefined => {
  const times = cells
    .filter(({ algorithm }) => algorithm === name)
    .flatMap(({ runs }) => runs.flatMap(({ values }) => values.time ?? []))
  return times.length === 0
    ? undefined
    : (times.reduce((sum, time) => sum + time, 0) / times.length) * items * 1e-6
}

const neighbourComparisons = (results: Results, rows: readonly LabRow[]): readonly Comparison[] => {
  const asking = rows.filter(({ role }) => role !== 'supervised')
  return results.protocol.ratios.flatMap((ratio) =>
    asking.slice(1).flatMap(({ name }, k) => compareAt(results, asking[k]?.name ?? '', name, ratio)),
  )
}

const randomBaseline = (results: Results, { name, learner }: Reported): RandomBaseline | undefined => {
  const random = reported(results).filter(({ role }) => role === 'random')
  const other = random.find((one) => one.learner === learner) ?? random[0]
  if (!other) return undefined
  const pairs = results.protocol.ratios.map((ratio) => {
    const found = pairsAt(results, name, other.name, ratio)
    const mean = (side: 0 | 1): number => found.reduce((sum, pair) => sum + pair[side], 0) / found.length
    return found.length > 0 ? { own: mean(0), random: mean(1) } : undefined
  })
  return { name: other.name, pairs }
}

const gainsOverRandom = (results: Results, rows: readonly LabRow[]): readonly Comparison[] =>
  rows.flatMap(({ name, random }) =>
    random ? results.protocol.ratios.flatMap((ratio) => compareAt(results, name, random.name, ratio)) : [],
  )

const pairsAt = (results: Results, first: string, second: string, ratio: number) => {
  const [one, other] = [findCell(results, first, ratio), findCell(results, second, ratio)]
  return one && other ? pairedValues(one, other, results.protocol.metric) : []
}

const compareAt = (results: Results, first: string, second: string, ratio: number): readonly Comparison[] => {
  const { metric } = results.protocol
  const pairs = pairsAt(results, first, second, ratio)
  const test = pairedT(
    pairs.map(([own]) => own),
    pairs.map(([, theirs]) => theirs),
  )
  if (!test) return []
  const sign = metrics[metric].better === 'up' ? 1 : -1
  const won = pairs.filter(([own, theirs]) => sign * (own - theirs) > 0).length
  const { meanDifference: difference, interval, p } = test
  return [{ ratio, first, second, difference, ...interval, p, runs: pairs.length, won }]
}
