import { floatsIn, type State } from '../state/state.js'

/** A grant: the partition may have asked `upTo` questions in all, and should bind itself to `wish`. */
export interface Grant {
  readonly partition: number
  /** Counts the grants of this partition. */
  readonly number: number
  readonly upTo: number
  readonly wish: number
}

/** What a page says about the questions of its partition. */
export interface Spending {
  readonly spent: number
  /** It asks at most this many in all, unless a later grant than `grant` allows more. */
  readonly bound: number
  readonly grant: number
}

/**
 * The allowance of a partition, from its last page and the last grant. It never exceeds what the owner counts with.
 *
 * @example
 * const allowance = new Allowance({ spent: 0, bound: 0, grant: 0 })
 * allowance.take({ partition: 0, number: 1, upTo: 10, wish: 6 }, 2)
 * allowance.bound // => 6
 */
export class Allowance {
  bound: number
  grant: number

  constructor({ bound, grant }: Spending) {
    this.bound = bound
    this.grant = grant
  }

  /** Takes a grant, unless it was taken before; returns whether the bound was lowered, which the owner waits for. */
  take({ number, upTo, wish }: Grant, spent: number): boolean {
    if (number <= this.grant) return false
    const before = this.bound
    this.grant = number
    this.bound = Math.max(spent, Math.min(Math.max(before, upTo), wish))
    return this.bound < Math.max(before, upTo)
  }
}

/**
 * The grants of a budget with a cap. A partition may ask up to its last bound, or up to any grant that it has not acknowledged in a page,
 * whichever is more: this is its obligation. The sum of all obligations never exceeds the cap, so no crash and no delay can.
 *
 * All that is left is handed out evenly. What a partition does not need it can only give back itself, by lowering its bound: until then
 * `upTo` is not lowered.
 *
 * @example
 * const grants = new Grants(2)
 * grants.hand(10).map(({ upTo }) => upTo) // => [5, 5]
 * grants.page(0, { spent: 4, bound: 5, grant: 1 })
 * grants.hand(10) // => [{ partition: 1, number: 2, upTo: 5, wish: 3 }]
 * grants.left // => 6
 */
export class Grants {
  readonly partitions: number
  readonly #spent: Float64Array
  readonly #bound: Float64Array
  readonly #acknowledged: Float64Array
  readonly #number: Float64Array
  readonly #upTo: Float64Array
  readonly #wish: Float64Array
  /** The partition that gets the remainder first, so that none is always last. */
  #first = 0

  constructor(partitions: number) {
    const numbers = (): Float64Array => new Float64Array(partitions)
    this.partitions = partitions
    this.#spent = numbers()
    this.#bound = numbers()
    this.#acknowledged = numbers()
    this.#number = numbers()
    this.#upTo = numbers()
    this.#wish = numbers()
  }

  /** Notes a page of a partition. */
  page(partition: number, { spent, bound, grant }: Spending): void {
    this.#spent[partition] = spent
    this.#bound[partition] = bound
    this.#acknowledged[partition] = grant
  }

  /** Notes a grant that an earlier owner gave. */
  given({ partition, number, upTo, wish }: Grant): void {
    if (number < this.#number[partition]) return
    this.#number[partition] = number
    this.#upTo[partition] = upTo
    this.#wish[partition] = wish
  }

  get spent(): number {
    return this.#spent.reduce((sum, own) => sum + own, 0)
  }

  /** The most that a partition may have asked by now. */
  obligation(partition: number): number {
    const isOpen = this.#number[partition] > this.#acknowledged[partition]
    return Math.max(this.#bound[partition], isOpen ? this.#upTo[partition] : 0)
  }

  get obligations(): number {
    let sum = 0
    for (let p = 0; p < this.partitions; p++) sum += this.obligation(p)
    return sum
  }

  /** Questions that partitions may still ask without another grant. */
  get left(): number {
    return this.obligations - this.spent
  }

  /** Grants a partition what it has, with a new number: all grants of earlier owners are void once it is stored. */
  renew(partition: number): Grant {
    const upTo = this.obligation(partition)
    return this.#give(partition, upTo, upTo)
  }

  /** New grants, so that at most `cap` questions are asked in all. Only those that differ are returned. */
  hand(cap: number): Grant[] {
    const n = this.partitions
    const left = Math.max(0, Math.floor(cap) - this.spent)
    const each = Math.floor(left / n)
    let slack = Math.max(0, Math.floor(cap) - this.obligations)
    const grants: Grant[] = []
    for (let k = 0; k < n; k++) {
      const p = (this.#first + k) % n
      const own = this.obligation(p)
      const target = this.#spent[p] + each + (k < left % n ? 1 : 0)
      const more = Math.min(slack, Math.max(0, target - own))
      slack -= more
      const upTo = own + more
      const wish = Math.min(upTo, target)
      if (upTo !== this.#upTo[p] || wish !== this.#wish[p]) grants.push(this.#give(p, upTo, wish))
    }
    this.#first = (this.#first + 1) % n
    return grants
  }

  get spentOf(): Float64Array {
    return this.#spent
  }

  /** What the pages said. Grants are not saved: those that count are on the wire. */
  save(): State {
    return {
      spent: this.#spent.slice(),
      bound: this.#bound.slice(),
      acknowledged: this.#acknowledged.slice(),
    }
  }

  load(state: State): void {
    this.#spent.set(floatsIn(state, 'spent'))
    this.#bound.set(floatsIn(state, 'bound'))
    this.#acknowledged.set(floatsIn(state, 'acknowledged'))
  }

  #give(partition: number, upTo: number, wish: number): Grant {
    const grant = { partition, number: this.#number[partition] + 1, upTo, wish }
    this.given(grant)
    return grant
  }
}

const HOUR = 3_600_000

/**
 * The cap of an hourly budget: what was asked, and what is left in the bucket. Questions that were granted and not asked stay in the bucket, so
 * that in any span of h hours at most burst + perHour·h are asked.
 *
 * It changes with the pages that were taken and with nothing else, so an owner that is rebuilt from its pages has the same cap.
 *
 * @example
 * const hourly = new HourlyCap(60, 10)
 * hourly.at(0) // => 10
 * hourly.take(0, 10)
 * hourly.at(0) // => 0
 * hourly.at(60_000) // => 1
 */
export class HourlyCap {
  readonly #perHour: number
  readonly #burst: number
  #tokens: number
  #time = Number.NaN
  #spent = 0

  constructor(perHour: number, burst: number) {
    this.#perHour = perHour
    this.#burst = burst
    this.#tokens = burst
  }

  /** Notes how much was asked until a page of this time. */
  take(time: number, spent: number): void {
    // What was asked meanwhile made no space in the bucket before now.
    this.#tokens = this.at(time) - (spent - this.#spent)
    this.#time = Number.isNaN(this.#time) ? time : Math.max(this.#time, time)
    this.#spent = spent
  }

  /** The questions that are left in the bucket at a time. */
  at(time: number): number {
    const hours = Math.max(0, time - (Number.isNaN(this.#time) ? time : this.#time)) / HOUR
    return Math.min(this.#burst, this.#tokens + this.#perHour * hours)
  }

  save(): State {
    return { hourly: Float64Array.of(this.#tokens, this.#time, this.#spent) }
  }

  load(state: State): void {
    const [tokens, time, spent] = floatsIn(state, 'hourly')
    this.#tokens = tokens
    this.#time = time
    this.#spent = spent
  }
}
