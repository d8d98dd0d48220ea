import { BINS, type Cells, RIGHT, WRONG } from './cells.js'
import { sumOf, type WeightedTable } from './table.js'

/** Probabilities of a class given a wrong prediction count as at least this. */
const MIN_SHARE = 1e-4
/** The upper edges of the groups into which the rows of other classes are put, by the share that belongs to the class. */
const GROUPS = [0.001, 0.01, 0.03, 0.1, 0.3]
/** How many wrong answers with the common mix of true classes each row starts with. */
const SHARED = 2

/**
 * The cells of an estimate. Each item has a yes or no that an answer tells: for items predicted as the class of the layout (`own`)
 * whether the prediction is right, for the others whether they belong to that class after all.
 */
export class Layout {
  readonly isOwn: boolean[] = []
  /** The probability of a yes without answers: the confidence, corrected by all answers. */
  readonly expected: number[] = []
  /** As in `Cells`. */
  readonly items: number[] = []
  readonly sampled: number[] = []
  readonly inverse: number[] = []
  readonly inverseSquares: number[] = []
  /** Answers, Σ 1/P and Σ 1/P² over them, by whether they are a yes. */
  readonly yes: Sums = newSums()
  readonly no: Sums = newSums()

  /** The share of the questions that were answered. */
  readonly response: number
  /** Hájek's factor Σn/Σw; by default that of the cells. */
  readonly factor: number | undefined
  /** Whether it is about one of several classes, which has few answers. */
  readonly isOfFew: boolean

  constructor(response: number, { factor, isOfFew = false }: { factor?: number; isOfFew?: boolean } = {}) {
    this.response = response
    this.factor = factor
    this.isOfFew = isOfFew
  }

  get length(): number {
    return this.items.length
  }

  /** Adds a cell; one without items and answers is omitted. */
  add(isOwn: boolean, expected: number, cell: LayoutCell): void {
    if (cell.items === 0 && cell.yes[0] + cell.no[0] === 0) return
    this.isOwn.push(isOwn)
    this.expected.push(expected)
    this.items.push(cell.items)
    this.sampled.push(cell.sampled)
    this.inverse.push(cell.inverse)
    this.inverseSquares.push(cell.inverseSquares)
    for (const [sums, own] of [
      [this.yes, cell.yes],
      [this.no, cell.no],
    ] as const) {
      sums.answers.push(own[0])
      sums.weights.push(own[1])
      sums.squares.push(own[2])
    }
  }
}

export interface Sums {
  readonly answers: number[]
  readonly weights: number[]
  readonly squares: number[]
}

const newSums = (): Sums => ({ answers: [], weights: [], squares: [] })

/** Answers, Σ 1/P and Σ 1/P². */
type Three = readonly [answers: number, weights: number, squares: number]

interface LayoutCell {
  readonly items: number
  readonly sampled: number
  readonly inverse: number
  readonly inverseSquares: number
  readonly yes: Three
  readonly no: Three
}

const outcomeIn = ({ answers, weights, squares }: Cells, cell: number, outcome: number): Three => {
  const place = 2 * cell + outcome
  return [answers[place], weights[place], squares[place]]
}

const cellSums = (cells: Cells, c: number) => ({
  items: cells.items[c],
  sampled: cells.sampled[c],
  inverse: cells.inverse[c],
  inverseSquares: cells.inverseSquares[c],
})

/** Right or wrong, for all items. */
export const rightLayout = (cells: Cells, f: Float64Array, response: number): Layout => {
  const layout = new Layout(response)
  addCells(layout, cells, f, 0, cells.length)
  return layout
}

/** Adds the cells from `start` to `end`, whose yes is a right prediction. */
const addCells = (layout: Layout, cells: Cells, f: Float64Array, start: number, end: number): void => {
  for (let c = start; c < end; c++)
    layout.add(true, f[c], {
      ...cellSums(cells, c),
      yes: outcomeIn(cells, c, RIGHT),
      no: outcomeIn(cells, c, WRONG),
    })
}

/** For two classes: whether items belong to a class. A wrong prediction of the other one does. */
export const binaryLayout = (cells: Cells, f: Float64Array, label: number, response: number): Layout => {
  const layout = new Layout(response)
  for (let c = 0; c < cells.length; c++) {
    const isOwn = Math.floor(c / BINS) === label
    layout.add(isOwn, isOwn ? f[c] : 1 - f[c], {
      ...cellSums(cells, c),
      yes: outcomeIn(cells, c, isOwn ? RIGHT : WRONG),
      no: outcomeIn(cells, c, isOwn ? WRONG : RIGHT),
    })
  }
  return layout
}

/**
 * For several classes. The answers of a cell tell only right or wrong, so that other rows count as a whole, by the table of predicted
 * and true classes. The probability that a wrong prediction p belongs to class k is
 *
 * > q(k | p) = (Σ w(p, k) + 2w̄·π_k)/(Σ w(p, wrong) + 2w̄), w = 1/P,
 *
 * w̄ the mean weight, π_k the share of k among all wrong answers. Rows with a similar share of k are put together.
 */
export class ClassLayouts {
  readonly #cells: Cells
  readonly #table: WeightedTable
  readonly #f: Float64Array
  readonly #response: number
  readonly #rows: readonly (LayoutCell & { readonly wrong: number })[]
  readonly #mix: Float64Array
  readonly #mixSum: number
  readonly #mean: number
  /** Hájek's factor of all cells. */
  readonly #factor: number
  /** Σ 1/P over the wrong answers of each row. */
  readonly #wrong: Float64Array

  constructor(cells: Cells, table: WeightedTable, f: Float64Array, response: number) {
    this.#cells = cells
    this.#table = table
    this.#f = f
    this.#response = response
    const { strata, outcomes, weights } = table
    const answers = sumOf(table.answers)
    this.#mean = answers > 0 ? sumOf(weights) / answers : 1
    this.#mix = new Float64Array(strata).fill(this.#mean / strata)
    for (let s = 0; s < strata; s++)
      for (let k = 0; k < outcomes; k++) if (k !== s) this.#mix[k] += weights[s * outcomes + k]
    this.#mixSum = sumOf(this.#mix)
    this.#wrong = Float64Array.from({ length: strata }, (_, row) => {
      let sum = 0
      for (let k = 0; k < strata; k++) if (k !== row) sum += weights[row * outcomes + k]
      return sum
    })
    const all = sumOf(cells.weights)
    this.#factor = all > 0 ? sumOf(cells.items) / all : 0
    this.#rows = Array.from({ length: strata }, (_, row) => rowSums(cells, f, row))
  }

  /** The layout of a class. */
  of(label: number): Layout {
    const layout = new Layout(this.#response, { isOfFew: true })
    addCells(layout, this.#cells, this.#f, label * BINS, (label + 1) * BINS)
    const groups = Array.from(
      { length: GROUPS.length + 1 },
      (): { expected: number; rows: LayoutCell[] } => ({
        expected: 0,
        rows: [],
      }),
    )
    for (let row = 0; row < this.#rows.length; row++) {
      if (row === label) continue
      const expected = this.expected(row, label)
      const at = GROUPS.findIndex((edge) => expected < edge)
      const group = groups[at < 0 ? GROUPS.length : at]
      group.expected += expected * this.#rows[row].items
      group.rows.push({ ...this.#rows[row], ...this.#answersOf(row, label) })
    }
    for (const { expected, rows } of groups) {
      const cell = rows.reduce(plus, NOTHING)
      layout.add(false, cell.items > 0 ? Math.max(MIN_SHARE, expected / cell.items) : MIN_SHARE, cell)
    }
    return layout
  }

  /** The items predicted as `row`, and whether they belong to another class. */
  cell(row: number, label: number): Layout {
    const layout = new Layout(this.#response, { factor: this.#factor })
    layout.add(true, this.expected(row, label), { ...this.#rows[row], ...this.#answersOf(row, label) })
    return layout
  }

  /** The expected share of the items predicted as `row` that belong to another class. */
  expected(row: number, label: number): number {
    const { outcomes, weights } = this.#table
    const prior = SHARED * this.#mean
    const mix = this.#mix[label] / (this.#mixSum - this.#mix[row])
    const q = (weights[row * outcomes + label] + prior * mix) / (this.#wrong[row] + prior)
    return Math.min(1 - MIN_SHARE, Math.max(MIN_SHARE, this.#rows[row].wrong * q))
  }

  /** The answers to items predicted as `row`, by whether they belong to `label`. */
  #answersOf(row: number, label: number): Pick<LayoutCell, 'yes' | 'no'> {
    const { outcomes, weights, squares, counts } = this.#table
    const place = row * outcomes + label
    const yes: Three = [counts[place], weights[place], squares[place]]
    let [answers, weight, square] = [0, 0, 0]
    for (let k = 0; k < outcomes; k++) {
      if (k === label) continue
      answers += counts[row * outcomes + k]
      weight += weights[row * outcomes + k]
      square += squares[row * outcomes + k]
    }
    return { yes, no: [answers, weight, square] }
  }
}

const NONE: Three = [0, 0, 0]
const NOTHING: LayoutCell = { items: 0, sampled: 0, inverse: 0, inverseSquares: 0, yes: NONE, no: NONE }

const three = (one: Three, other: Three): Three => [one[0] + other[0], one[1] + other[1], one[2] + other[2]]

const plus = (one: LayoutCell, other: LayoutCell): LayoutCell => ({
  items: one.items + other.items,
  sampled: one.sampled + other.sampled,
  inverse: one.inverse + other.inverse,
  inverseSquares: one.inverseSquares + other.inverseSquares,
  yes: three(one.yes, other.yes),
  no: three(one.no, other.no),
})

/** The sums of a predicted class, and the share of its items that are expected to be wrong. */
const rowSums = (cells: Cells, f: Float64Array, row: number): LayoutCell & { readonly wrong: number } => {
  let sum = NOTHING
  let wrong = 0
  for (let c = row * BINS; c < (row + 1) * BINS; c++) {
    sum = plus(sum, { ...cellSums(cells, c), yes: NONE, no: NONE })
    wrong += cells.items[c] * (1 - f[c])
  }
  return { ...sum, wrong: sum.items > 0 ? wrong / sum.items : 0.5 }
}
