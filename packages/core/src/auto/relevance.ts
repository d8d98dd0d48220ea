import { normalCdf } from '../normal.js'
import { enlarged } from '../rows/table.js'
import { floatsIn, type State } from '../state/state.js'
import type { Design } from './design.js'
import type { Represented } from './represented.js'

/** A smaller variance counts as 0. */
const CONSTANT = 1e-12
/** False discovery rates come from a histogram of normal scores: its number of cells and its range. */
const CELLS = 1024
const MOST = 8
/** By cell: the probability of a higher normal score. Filled when it is needed first, so that a program starts faster. */
const tails = new Float64Array(CELLS)

const filledTails = (): Float64Array => {
  if (tails[0] === 0)
    for (let cell = 0; cell < CELLS; cell++)
      tails[cell] = 1 - normalCdf(((cell + 0.5) / CELLS) * 2 * MOST - MOST)
  return tails
}

/**
 * The relevance of features to the classes, by a one-way analysis of variance of each over the stored rows (R. A.
 * Fisher: Statistical methods for research workers. 1925). ρ = max(0, 1 − 2/F), and relevance² = max(0.03, ρ): a useless feature has
 * F ≈ 1 and gets almost no weight; one that separates the classes keeps its weight.
 *
 * With enough rows the number of features also matters: of ten thousand useless ones many have a large F by chance.
 * Then ρ is multiplied by 1 − m, m the false discovery rate at which the feature would just be significant (Y. Benjamini &
 * Y. Hochberg: Controlling the false discovery rate. Journal of the Royal Statistical Society B 57, 1995), and all useless features
 * together get at most a tenth of the weight of the others. F becomes a normal score by the cube root (E. B. Wilson &
 * M. M. Hilferty: The distribution of chi-square. PNAS 17, 1931).
 */
export class Relevance {
  readonly #design: Design
  #classes: number
  /** Sums of values by slot and class; sums of squares by slot, then F and ρ; rows by class. */
  #sums: Float64Array = new Float64Array(0)
  #squares: Float64Array = new Float64Array(0)
  #ratios: Float64Array = new Float64Array(0)
  #rows: Float64Array
  /** The number of rows and of classes among them. */
  #count = 0
  #classesSeen = 0
  #histogram: Float64Array = new Float64Array(CELLS)
  #varying = 0
  /** The total weight of relevant features, that of the others, and the highest ρ. */
  #relevantWeight = 1
  #noise = 0
  #highest = 0

  constructor(design: Design, classes: number) {
    this.#design = design
    this.#classes = classes
    this.#rows = new Float64Array(classes)
  }

  /** Adds a stored row, represented without relevance and length scaling, with the features seen when the renewal started. */
  add({ slots, values, length }: Represented, label: number, seen: number): void {
    const k = this.#classes
    this.#sums = enlarged(this.#sums, (seen + 1) * k)
    this.#squares = enlarged(this.#squares, seen + 1)
    this.#ratios = enlarged(this.#ratios, seen + 1)
    if (this.#rows[label] === 0) this.#classesSeen++
    this.#rows[label]++
    this.#count++
    for (let i = 1; i < length; i++) {
      const slot = slots[i]
      if (slot > seen) continue
      this.#sums[slot * k + label] += values[i]
      this.#squares[slot] += values[i] * values[i]
    }
  }

  /** Step 1: computes F of a slot. */
  test(slot: number): void {
    if (slot >= this.#ratios.length) return
    const f = this.#ratio(slot)
    this.#ratios[slot] = f
    this.#sums.fill(0, slot * this.#classes, (slot + 1) * this.#classes)
    if (f < 0 || !this.#isCounting) return
    this.#varying++
    this.#histogram[cellOf(this.#score(f))]++
  }

  /** After step 1: turns the histogram of scores into false discovery rates, lowest scores first. */
  rank(): void {
    const probabilities = filledTails()
    let notBelow = this.#varying
    let rate = 1
    for (let cell = 0; cell < CELLS; cell++) {
      if (notBelow > 0) rate = Math.min(rate, (this.#varying * probabilities[cell]) / notBelow)
      notBelow -= this.#histogram[cell]
      this.#histogram[cell] = rate
    }
  }

  /** Step 2: computes ρ of a slot. */
  judge(slot: number): void {
    if (slot >= this.#ratios.length) return
    const { relevanceDemand, minRelevance } = this.#design
    const f = this.#ratios[slot]
    const found = f < 0 ? 0 : Math.max(0, 1 - relevanceDemand / Math.max(f, 1e-9))
    const rho = found * (this.#isCounting && f >= 0 ? 1 - this.#histogram[cellOf(this.#score(f))] : 1)
    const energy = this.#squares[slot] / this.#count
    if (rho > minRelevance) this.#relevantWeight += rho * energy
    else this.#noise += energy
    this.#highest = Math.max(this.#highest, rho)
    this.#ratios[slot] = rho
    this.#squares[slot] = 0
  }

  /** Step 3: the relevance of a slot. */
  of(slot: number): number {
    const rho = slot < this.#ratios.length ? this.#ratios[slot] : 0
    const { least } = this
    return Math.sqrt(Math.max(least, rho) / (this.#isCounting ? Math.max(least, this.#highest) : 1))
  }

  /** ρ of a useless feature. */
  get least(): number {
    const { minRelevance, noiseShare } = this.#design
    if (!this.#isCounting) return minRelevance
    return Math.min(minRelevance, (noiseShare * this.#relevantWeight) / Math.max(this.#noise, CONSTANT))
  }

  /** Clears everything. Sums and squares are 0 already, and no ratio is read before it is computed again; zeros take no space in a file. */
  begin(): void {
    this.#ratios.fill(0)
    this.#rows.fill(0)
    this.#count = 0
    this.#classesSeen = 0
    this.#histogram.fill(0)
    this.#varying = 0
    this.#relevantWeight = 1
    this.#noise = 0
    this.#highest = 0
  }

  /** Whether there are enough rows to correct for false discoveries. */
  get #isCounting(): boolean {
    return this.#count >= this.#design.discoveryFrom
  }

  /** F: the variance between classes over the variance within; 1 if undetermined, −1 if the feature is constant. */
  #ratio(slot: number): number {
    const k = this.#classes
    const rows = this.#count
    const classesSeen = this.#classesSeen
    let sum = 0
    let between = 0
    for (let c = 0; c < k; c++) {
      const count = this.#rows[c]
      if (count === 0) continue
      const own = this.#sums[slot * k + c]
      sum += own
      between += (own * own) / count
    }
    const common = (sum * sum) / rows
    const total = this.#squares[slot] - common
    between -= common
    if (total <= CONSTANT) return -1
    if (classesSeen < 2 || rows <= classesSeen) return 1
    return between / (classesSeen - 1) / (Math.max(total - between, 1e-9 * total) / (rows - classesSeen))
  }

  /** F as a normal score. */
  #score(f: number): number {
    const a = 2 / (9 * Math.max(1, this.#classesSeen - 1))
    const e = 2 / (9 * Math.max(1, this.#count - this.#classesSeen))
    const c = Math.cbrt(f)
    return ((1 - e) * c - (1 - a)) / Math.sqrt(e * c * c + a)
  }

  /** Adds a class without rows. Sums in progress are cleared. */
  addClass(): void {
    this.#classes++
    this.#rows = new Float64Array(this.#classes)
    this.#sums = new Float64Array(0)
    this.#squares = new Float64Array(0)
    this.#ratios = new Float64Array(0)
    this.begin()
  }

  save(): State {
    return {
      sums: this.#sums.slice(),
      squares: this.#squares.slice(),
      ratios: this.#ratios.slice(),
      rows: this.#rows.slice(),
      histogram: this.#histogram.slice(),
      counts: Float64Array.of(
        this.#count,
        this.#classesSeen,
        this.#varying,
        this.#relevantWeight,
        this.#noise,
        this.#highest,
      ),
    }
  }

  load(state: State): void {
    this.#sums = floatsIn(state, 'sums')
    this.#squares = floatsIn(state, 'squares')
    this.#ratios = floatsIn(state, 'ratios')
    this.#rows = floatsIn(state, 'rows')
    this.#histogram = floatsIn(state, 'histogram')
    const [count, classesSeen, varying, relevantWeight, noise, highest] = floatsIn(state, 'counts')
    this.#count = count
    this.#classesSeen = classesSeen
    this.#varying = varying
    this.#relevantWeight = relevantWeight
    this.#noise = noise
    this.#highest = highest
  }
}

const cellOf = (score: number): number =>
  Math.min(CELLS - 1, Math.max(0, Math.floor(((score + MOST) / (2 * MOST)) * CELLS)))
