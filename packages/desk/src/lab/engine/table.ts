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

/** What a comparison says, as numbers. */
export interface LabTable {
  readonly metric: MetricName
  readonly items: number
  readonly ratios: readonly number[]
  /** What labels are counted for; undefined while full supervision was not played. */
  readonly goal: number | undefined
  /** The best mean rank first; then what asks always. */
  readonly rows: readonly LabRow[]
  /** Each algorithm against the next one, at every ratio. */
  readonly comparisons: readonly Comparison[]
  /** Each compared algorithm against asking at random, at every ratio. */
  readonly gains: readonly Comparison[]
}

export interface LabRow {
  readonly name: string
  readonly role: Role
  /** Among those that have values at all, over the ratios at which all of them have some; 1 is the best. */
  readonly rank: number | undefined
  /** For each ratio; undefined where there is none. */
  readonly values: readonly (LabValue | undefined)[]
  /** What is needed for the goal; undefined if it is never reached. */
  readonly needed: Needed | undefined
  /** How many times fewer labels than asking at random needs; undefined where one of both never gets there. */
  readonly saving: number | undefined
  /** The mean time of a run, in seconds. */
  readonly seconds: number | undefined
}

export interface LabValue extends Summary {
  /** Whether it is the best of what is compared, or not to be told from it by a paired t-test at 95 %. */
  readonly leads: boolean
}

export interface Needed {
  readonly ratio: number
  readonly labels: number
  /** The lowest ratio was enough: it may be fewer. */
  readonly atMost: boolean
}

/** A paired t-test over the runs. */
export interface Comparison {
  readonly ratio: number
  readonly first: string
  readonly second: string
  /** Of the means, first minus second, with its 95 % interval. */
  readonly difference: number
  readonly low: number
  readonly high: number
  readonly p: number
  /** How many runs both have, and in how many of them the first did better. */
  readonly runs: number
  readonly won: number
}

/** The share of full supervision that counts as close. */
const GOAL_SHARE = 0.99

/** All numbers of the table, from the results of one set. */
export const labTable = (results: Results, wanted?: number): LabTable => {
  const { protocol, sets } = results
  const { metric, ratios } = protocol
  const set = sets[0]?.name ?? ''
  const items = sets[0]?.items ?? 0
  const all = reported(results)
  const goal = wanted ?? goalScore(results, set, all)
  const ranks = meanRanks(results)
  const rowOf = (algorithm: Reported): LabRow => {
    const { name, role } = algorithm
    const own =
      goal === undefined || role === 'supervised' ? undefined : savingOf(results, set, name, goal, 1)
    const random =
      goal === undefined || role !== 'compared' ? undefined : randomFor(results, set, algorithm, goal, 1)
    return {
      name,
      role,
      rank: ranks.get(name),
      values: rowValues(results, set, algorithm),
      needed: own && { ratio: own.ratio, labels: Math.ceil(own.ratio * items - 1e-9), atMost: own.atMost },
      saving: own && random?.saving && random.saving.ratio / own.ratio,
      seconds: secondsPerRun(results, name, items),
    }
  }
  const rows = all.map(rowOf).sort((a, b) => sortKey(a) - sortKey(b))
  return {
    metric,
    items,
    ratios,
    goal,
    rows,
    comparisons: neighbourComparisons(results, rows),
    gains: gainsOverRandom(results),
  }
}

const sortKey = ({ role, rank }: LabRow): number =>
  role === 'supervised' ? Number.MAX_VALUE : (rank ?? Number.MAX_SAFE_INTEGER)

/** Near the best full supervision there is. */
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

/** Each is held against the random asker that learns as it does, where there is one. */
const gainsOverRandom = (results: Results): readonly Comparison[] => {
  const all = reported(results)
  const random = all.filter(({ role }) => role === 'random')
  return all
    .filter(({ role }) => role === 'compared')
    .flatMap(({ name, learner }) => {
      const other = random.find((one) => one.learner === learner) ?? random[0]
      return other
        ? results.protocol.ratios.flatMap((ratio) => compareAt(results, name, other.name, ratio))
        : []
    })
}

const compareAt = (results: Results, first: string, second: string, ratio: number): readonly Comparison[] => {
  const { metric } = results.protocol
  const [one, other] = [findCell(results, first, ratio), findCell(results, second, ratio)]
  if (!one || !other) return []
  const pairs = pairedValues(one, other, metric)
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
