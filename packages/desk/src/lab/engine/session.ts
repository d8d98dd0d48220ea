import {
  benchError,
  type Cell,
  cellSummary,
  inlineRuntime,
  jobOrder,
  type Labelled,
  makeSet,
  type OpenSet,
  type Protocol,
  playProtocol,
  type Results,
  readLabelled,
  reported,
} from '@askance/bench'
import { hasCode } from '@askance/core/internals'
import type { Facts, OpenEvent, Outcome, Point, RunEvent, RunSpec } from './messages.js'
import {
  choicesFor,
  createPlan,
  defaultMetric,
  defaultTuning,
  firstAlgorithms,
  listedAlgorithms,
} from './plan.js'
import { type LabTable, labTable } from './table.js'

/** Minimum milliseconds between events. */
const PROGRESS_INTERVAL = 100

interface OpenFile {
  readonly name: string
  readonly data: Labelled
  readonly set: OpenSet
  /** The column of the label, if it was chosen. */
  readonly labelColumn?: string
}

/** One open file and its comparisons. Results are cached while the file is open. */
export class LabSession {
  readonly #machine: string
  readonly #cache = new Map<string, unknown>()
  #file: OpenFile | undefined
  #results: Results | undefined
  #running: AbortController | undefined

  constructor(machine: string) {
    this.#machine = machine
  }

  /** Reads a file and drops the previous one. Without a column of labels, the error has the names of all columns. */
  async open(file: File, onEvent: (event: OpenEvent) => void, labelColumn?: string): Promise<Facts> {
    this.#file = undefined
    this.#results = undefined
    this.#cache.clear()
    const pace = new ProgressThrottle()
    const progress = (done: number, total: number | undefined): void => {
      if (pace.isDue()) onEvent({ kind: 'reading', done, total })
    }
    const chosen = labelColumn === undefined ? {} : { labelColumn }
    const data = await readLabelled(file, { progress, ...chosen })
    const spec = { name: file.name, source: { file: file.name }, ...chosen }
    const set = await makeSet(spec, 0, async () => data).catch((cause: unknown) => {
      throw hasCode(cause, 'set/classes') ? cause.with({ columns: columnsOf(data) }) : cause
    })
    this.#file = { name: file.name, data, set, ...chosen }
    return toFacts(file.name, set, data)
  }

  /** Runs a comparison. The promise resolves when it ends or shortly after it is stopped. */
  async run(spec: RunSpec, onEvent: (event: RunEvent) => void): Promise<Outcome> {
    const file = this.#file
    if (!file) throw benchError('experiment/nothing', { reason: 'no file is open' })
    if (this.#running) throw benchError('experiment/nothing', { reason: 'another comparison is running' })
    const { protocol, command } = createPlan(file, file.set.facts, spec)
    const running = new AbortController()
    this.#running = running
    try {
      const set = await makeSet(protocol.sets[0]!, protocol.seed, async () => file.data)
      onEvent(plannedEvent(protocol, command, set))
      const { results, stopped } = await this.#play(protocol, set, spec.goal, running.signal, onEvent)
      this.#results = results
      return { stopped, table: labTable(results, spec.goal), results, command }
    } finally {
      this.#running = undefined
    }
  }

  stop(): void {
    this.#running?.abort()
  }

  /** Recomputes the table of the last run for another goal. */
  table(goal?: number): LabTable {
    if (!this.#results) throw benchError('experiment/nothing', { reason: 'nothing was run' })
    return labTable(this.#results, goal)
  }

  async #play(
    protocol: Protocol,
    set: OpenSet,
    goal: number | undefined,
    signal: AbortSignal,
    onEvent: (event: RunEvent) => void,
  ): Promise<{ readonly results: Results; readonly stopped: boolean }> {
    const cells = new Map<string, Cell>()
    const changed = new Map<string, Point>()
    const pace = new ProgressThrottle()
    let [done, expected, found] = [0, 1, 0]
    const soFar = (): Results => {
      const so = { format: 1, protocol, made: lab.made(), sets: [set.facts], missing: [] } as const
      return { ...so, cells: [...cells.values()] }
    }
    const flush = (): void => {
      const table = changed.size > 0 ? { table: labTable(soFar(), goal) } : {}
      onEvent({ kind: 'progress', done, expected, found, points: [...changed.values()], ...table })
      changed.clear()
    }
    const lab = inlineRuntime(set, {
      machine: this.#machine,
      cache: this.#cache,
      signal,
      order: jobOrder(protocol),
      progress(progress) {
        ;({ done, expected, found } = progress)
        if (pace.isDue()) flush()
      },
    })
    try {
      const results = await playProtocol(protocol, lab, (cell) => {
        const key = `${cell.ratio} ${cell.algorithm}`
        cells.set(key, cell)
        changed.set(key, toPoint(cell, protocol))
      })
      return { results, stopped: false }
    } catch (cause) {
      if (!signal.aborted) throw cause
      return { results: soFar(), stopped: true }
    } finally {
      flush()
    }
  }
}

class ProgressThrottle {
  #last = 0

  isDue(): boolean {
    const now = performance.now()
    if (now - this.#last < PROGRESS_INTERVAL) return false
    this.#last = now
    return true
  }
}

const toPoint = (cell: Cell, { metric }: Protocol): Point => {
  const { algorithm, ratio } = cell
  const summary = cell.status === 'reached' ? cellSummary(cell, metric) : undefined
  return {
    algorithm,
    ratio,
    asked: cell.reached,
    runs: summary?.runs ?? 0,
    ...(summary && { mean: summary.mean }),
    ...(summary?.deviation !== undefined && { deviation: summary.deviation }),
  }
}

const plannedEvent = (protocol: Protocol, command: string, set: OpenSet): RunEvent => {
  const { ratios, runs, metric } = protocol
  const algorithms = reported({ protocol }).map(({ name, role }) => ({ name, role }))
  return { kind: 'planned', algorithms, ratios, runs, metric, items: set.facts.items, command }
}

const columnsOf = ({ understanding }: Labelled): readonly string[] =>
  understanding?.columns.map(({ name }) => name) ?? []

const toFacts = (name: string, { facts, positive }: OpenSet, data: Labelled): Facts => {
  const { items, features, classes, counts, notes } = facts
  const labelColumn = data.understanding?.columns.find(({ spec }) => spec === 'label')?.name
  return {
    name,
    items,
    features,
    classes: classes.map((one, k) => ({ name: one, count: counts[k] ?? 0 })),
    positive: classes[positive] ?? '',
    algorithms: choicesFor(classes.length),
    defaults: firstAlgorithms,
    listed: listedAlgorithms(classes.length),
    metric: defaultMetric(classes.length),
    columns: columnsOf(data),
    ...(labelColumn !== undefined && { labelColumn }),
    notes,
    tuning: defaultTuning(facts),
  }
}
