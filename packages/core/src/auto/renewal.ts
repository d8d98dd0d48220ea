import { numberIn, type State, stateIn } from '../state/state.js'
import type { Design } from './design.js'
import type { Features } from './features.js'
import type { Members } from './members.js'
import type { Memory } from './memory.js'
import { Relevance } from './relevance.js'
import { Represented, represent } from './represented.js'
import type { Scales } from './scales.js'
import { Sight } from './sight.js'
import { slice } from './spread.js'

/** What is done one after the other, each over about this share of the rounds so far. */
const SHARE = 1 / 32
/** So many rows or features are done at once. */
const LEAST_ROWS = 16
const LEAST_FEATURES = 256
const IDLE = 0
const WEIGHING = 1
const SETTLING = 2
const REPRESENTING = 3
const VISITING = 4

/**
 * When features get new scales, they are weighed anew by the stored rows, these are represented anew, and each is visited
 * once. All of it is done in small pieces, round by round. Meanwhile the weights are the sum over all stored rows as each is
 * represented at that moment: the old and the new differ little.
 */
export class Renewal {
  readonly #design: Design
  readonly #features: Features
  readonly #relevance: Relevance
  readonly #scratch = new Represented()
  #next = new Sight()
  #phase = IDLE
  /** How far the phase has come, and where it ends. */
  #at = 0
  #end = 0

  constructor(design: Design, features: Features, classes: number) {
    this.#design = design
    this.#features = features
    this.#relevance = new Relevance(design, classes)
  }

  get isIdle(): boolean {
    return this.#phase === IDLE
  }

  begin(scales: Scales, memory: Memory): void {
    this.#next = new Sight()
    this.#next.scales = scales
    if (memory.length < this.#design.relevanceFrom) this.#enter(REPRESENTING, memory.length)
    else this.#enter(WEIGHING, memory.length)
  }

  /** One round's share of the work; gives the sight that holds from now on. */
  step(round: number, sight: Sight, memory: Memory, members: Members, waving: boolean): Sight {
    let seen = sight
    const least = this.#phase === SETTLING ? LEAST_FEATURES : LEAST_ROWS
    let left = slice(this.#end, SHARE * round, least, this.#design)
    while (this.#phase !== IDLE && left > 0) {
      if (this.#phase >= REPRESENTING) seen = this.#next
      const to = Math.min(this.#end, this.#at + left)
      left -= to - this.#at
      for (; this.#at < to; this.#at++) this.#one(this.#at, memory, members, waving)
      if (this.#at >= this.#end) this.#turn(memory)
    }
    return this.#phase >= REPRESENTING ? this.#next : seen
  }

  #one(i: number, memory: Memory, members: Members, waving: boolean): void {
    if (this.#phase !== SETTLING && i >= memory.length) return
    switch (this.#phase) {
      case WEIGHING: {
        const { row, label } = memory.rows[i]
        const { scales } = this.#next
        represent(row, this.#features, scales, ones(scales.level.length), this.#scratch, false)
        this.#relevance.add(this.#scratch, label, scales.met)
        break
      }
      case SETTLING:
        this.#next.relevance[i + 1] = this.#relevance.settle(i + 1)
        break
      case REPRESENTING:
        members.put(memory, i, -1)
        members.see(memory.rows[i].row, this.#next, waving)
        memory.rows[i].views = members.views()
        members.put(memory, i, 1)
        break
      default:
        members.visit(memory, i)
    }
  }

  /** The next phase. Rows that were learned meanwhile are represented anew already; those that were forgotten are gone. */
  #turn(memory: Memory): void {
    switch (this.#phase) {
      case WEIGHING:
        this.#next.newcomer = Math.sqrt(this.#design.leastRelevance)
        this.#next.relevance.fill(1, 0, 1)
        this.#next.reserve(this.#next.scales.met)
        this.#enter(SETTLING, this.#next.scales.met)
        break
      case SETTLING:
        this.#relevance.begin()
        this.#enter(REPRESENTING, memory.length)
        break
      case REPRESENTING:
        this.#enter(VISITING, memory.length)
        break
      default:
        this.#phase = IDLE
    }
  }

  #enter(phase: number, end: number): void {
    this.#phase = phase
    this.#at = 0
    this.#end = end
  }

  addClass(): void {
    this.#relevance.addClass()
  }

  save(): State {
    return {
      next: this.#next.save(),
      relevance: this.#relevance.save(),
      progress: { phase: this.#phase, at: this.#at, end: this.#end },
    }
  }

  /** `scales` are those that are being turned to. */
  load(state: State, scales: Scales): void {
    const progress = stateIn(state, 'progress')
    this.#next = new Sight()
    this.#next.load(stateIn(state, 'next'), scales)
    this.#relevance.load(stateIn(state, 'relevance'))
    this.#phase = numberIn(progress, 'phase')
    this.#at = numberIn(progress, 'at')
    this.#end = numberIn(progress, 'end')
  }
}

let shared = new Float64Array(0)

/** 1, 1, 1, …: features before they are weighed. */
const ones = (length: number): Float64Array => {
  if (shared.length < length) shared = new Float64Array(2 * length).fill(1)
  return shared
}
