import { doubtOf, type Learner, Reading, type Weights } from '../parts.js'
import type { Row } from '../rows/row.js'
import { floatsIn, integersIn, numberIn, type State, stateIn } from '../state/state.js'

/** A new member starts after this many labels. */
const STEP = 16
/** One member is kept for each age range 16·2ᵏ to 16·2ᵏ⁺¹, for this many k; beyond that only the oldest. */
const LEVELS = 8
/** The factor on a weight after a mistake: e^(−η) with η = 1. */
const AFTER_MISTAKE = Math.exp(-1)
/** The share α of all weight that is redistributed after every label: half to the oldest, half equally to all. */
const SHARED = 0.01
/** The initial weight of a member. */
const NEWBORN = 0.01
/** The typical margin is a running mean over about this many labels. */
const MEMORY = 50

interface Member {
  readonly learner: Learner
  /** The number of labels before it started. */
  readonly born: number
  weight: number
  /** Its typical margin, and the number of labels it is based on. */
  typical: number
  margins: number
}

/**
 * Several learners of the same kind: the oldest has learned all labels, the others only the latest, each a different number of
 * them. Their predictions are weighted by how often each was wrong recently. The speed of drift need not be known; without drift
 * the oldest decides. It works with every learner.
 *
 * Follow the leading history (E. Hazan & C. Seshadhri: Efficient learning algorithms for changing environments. ICML 2009,
 * 393–400): a member starts every 16 labels, and at most 9 are kept next to the oldest, so that their ages roughly double. After each label the weights are those of fixed share (M. Herbster & M. K. Warmuth: Tracking the best expert. Machine
 * Learning 32 (1998) 151–178; N. Cesa-Bianchi & G. Lugosi: Prediction, learning, and games. Cambridge 2006, chapter 5),
 *
 *     v ← w·e^(−η[wrong]), Σv = 1;   w ← (1 − α)v + α·s,   η = 1, α = 0.01,
 *
 * where s deviates from the papers: it is not uniform, one half goes to the oldest. The loss is the 0/1 error on answers,
 * predicted before learning. Scores of learners have no common scale; each is divided by the member's typical margin, and the
 * sum is multiplied by the mean of these.
 *
 * Alternatives that were tried, in points of accuracy at the same number of questions (`experiments/drift.mjs` measures the
 * chosen method, docs/live.md has the results):
 *
 * - Ten least-squares learners, their covariance widened by 0 to 1 after every label, weighted by predictive likelihood or
 *   squared loss: 0 to 8 below histories of RLS, on shifting Gaussians and on usenet1. Widening a covariance forgets a little
 *   of everything; after a sudden change it is better to start over.
 * - Losses weighted by 1/P, 5 at most: up to a point better with drift, up to 2 worse without. The weights are too unequal.
 * - Uniform s and new members of weight 0.1: up to 2 better with drift, up to 2 worse without. A mixture of the oldest with the
 *   mixture of all: equal to the chosen s.
 * - Logistic loss, scores on their own scale, steps of 4 to 32, η = ½, α from 0.001 to 0.05, two members for each age: within
 *   about a point. Votes instead of scores and η = 2: up to 2 worse.
 * - No alarms that forget everything before a change: equal with LASEC; with D-AMD 1 better on electricity and 2 worse on
 *   usenet1. The alarms stay, also because users want to see them.
 */
export class ForgettingLearner implements Learner {
  readonly #newLearner: () => Learner
  readonly #isSingle: boolean
  readonly reading: Reading
  readonly doubt: Reading
  /** The oldest first. */
  #members: Member[]
  #labels = 0

  constructor(newLearner: () => Learner) {
    this.#newLearner = newLearner
    this.#members = [this.#begun(1)]
    const [{ learner }] = this.#members
    const { reading } = learner
    this.#isSingle = reading.scores.length === 1
    this.reading = new Reading(reading.scores.length)
    const doubt = doubtOf(learner)
    this.doubt = reading === doubt ? this.reading : new Reading(doubt.scores.length)
  }

  #begun(weight: number): Member {
    return { learner: this.#newLearner(), born: this.#labels, weight, typical: 0, margins: 0 }
  }

  get dimension(): number {
    return Math.max(...this.#members.map(({ learner }) => learner.dimension))
  }

  /** The weight of the oldest member: near 1 without drift, near 0 if only the latest labels count. */
  get lasting(): number {
    return this.#members[0].weight
  }

  read(x: Row): void {
    const { reading, doubt } = this
    reading.scores.fill(0)
    clear(doubt)
    const scale = this.#scale()
    for (const member of this.#members) {
      const { learner, weight } = member
      learner.read(x)
      const factor = factorOf(member, scale)
      for (let c = 0; c < reading.scores.length; c++) reading.scores[c] += factor * learner.reading.scores[c]
      mixInto(doubt, doubtOf(learner), weight)
    }
    if (this.#isSingle) reading.settle(reading.scores[0])
    else reading.settleClasses()
  }

  learn(x: Row, label: number, opinion?: Float64Array, probability = 1): boolean {
    let changed = false
    let sum = 0
    for (const member of this.#members) {
      const { reading } = member.learner
      if (reading.predicted !== label) member.weight *= AFTER_MISTAKE
      sum += member.weight
      noteMargin(member, reading.margin)
      if (member.learner.learn(x, label, opinion, probability)) changed = true
    }
    this.#labels++
    this.#share(sum)
    if (this.#labels % STEP === 0) this.#begin()
    return changed
  }

  #share(sum: number): void {
    const each = SHARED / 2 / this.#members.length
    for (const member of this.#members) member.weight = (1 - SHARED) * (member.weight / sum) + each
    this.#members[0].weight += SHARED / 2
  }

  /** Starts a member. If two members have the same age level, the younger is dropped and the older gets its weight. */
  #begin(): void {
    for (const member of this.#members) member.weight *= 1 - NEWBORN
    const kept: Member[] = []
    let taken = LEVELS + 1
    for (const member of this.#members) {
      const level = levelOf(this.#labels - member.born)
      if (kept.length > 0 && level >= taken) kept[kept.length - 1].weight += member.weight
      else {
        if (kept.length > 0) taken = level
        kept.push(member)
      }
    }
    this.#members = [...kept, this.#begun(NEWBORN)]
  }

  /** The mean typical margin. */
  #scale(): number {
    let scale = 0
    for (const { weight, typical } of this.#members) scale += weight * typical
    return scale
  }

  contribution(x: Row, k: number, label: number): number | undefined {
    const scale = this.#scale()
    let sum = 0
    for (const member of this.#members) {
      const own = member.learner.contribution(x, k, label)
      if (own === undefined) return undefined
      sum += factorOf(member, scale) * own
    }
    return sum
  }

  /** A sum of scores is linear if every score is exactly w·x. */
  weights(label: number): Weights | undefined {
    if (this.#members.length === 1) return this.#members[0].learner.weights(label)
    const scale = this.#scale()
    const weights = new Float64Array(this.dimension)
    for (const member of this.#members) {
      const own = member.learner.weights(label)
      if (!own?.exact) return undefined
      const factor = factorOf(member, scale)
      for (let i = 0; i < own.weights.length; i++) weights[i] += factor * own.weights[i]
    }
    return { weights, exact: true }
  }

  save(): State {
    const members = this.#members
    return {
      born: Int32Array.from(members, ({ born }) => born),
      mixture: Float64Array.from(
        members.flatMap(({ weight, typical, margins }) => [weight, typical, margins]),
      ),
      learners: Object.fromEntries(members.map(({ learner }, k) => [String(k), learner.save()])),
      labels: this.#labels,
    }
  }

  load(state: State): void {
    // A plain learner, saved under a protocol without drift handling, becomes the oldest.
    if (!('learners' in state)) {
      this.#members[0].learner.load(state)
      return
    }
    const learners = stateIn(state, 'learners')
    const mixture = floatsIn(state, 'mixture')
    this.#labels = numberIn(state, 'labels')
    this.#members = Array.from(integersIn(state, 'born'), (born, k) => {
      const learner = this.#newLearner()
      learner.load(stateIn(learners, String(k)))
      const [weight, typical, margins] = mixture.subarray(3 * k, 3 * k + 3)
      return { learner, born, weight, typical, margins }
    })
  }
}

/** The level of an age: below 16, below 32, below 64 … */
const levelOf = (age: number): number => (age < STEP ? 0 : 1 + Math.floor(Math.log2(age / STEP)))

/** The factor on a member's scores: its weight, and the common scale once its typical margin is known. */
const factorOf = ({ weight, typical }: Member, scale: number): number =>
  weight * (typical > 0 ? scale / typical : 1)

/** Updates the typical margin; NaN and infinite margins are ignored. */
const noteMargin = (member: Member, margin: number): void => {
  if (!(margin > 0 && margin < Number.POSITIVE_INFINITY)) return
  member.margins = Math.min(member.margins + 1, MEMORY)
  member.typical += (margin - member.typical) / member.margins
}

const clear = (doubt: Reading): void => {
  doubt.margin = 0
  doubt.normSq = 0
  doubt.variance = 0
  doubt.leverage = 0
  doubt.reach = 0
  doubt.residualSq = 0
}

/** Adds what a rule may look at. */
const mixInto = (doubt: Reading, own: Reading, weight: number): void => {
  doubt.margin += weight * own.margin
  doubt.normSq += weight * own.normSq
  doubt.variance += weight * own.variance
  doubt.leverage += weight * own.leverage
  doubt.reach += weight * own.reach
  doubt.residualSq += weight * own.residualSq
}
