import { type Parameter, type Parameters, resolveParameters } from '../parameters.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import { Adwin } from './adwin.js'
import type { DriftAlarm } from './alarm.js'

const marginWatchParameters: readonly Parameter[] = [
  {
    name: 'delta',
    symbol: 'δ',
    type: 'number',
    default: 0.002,
    above: 0,
    below: 1,
    summary: 'the δ of ADWIN: the accepted probability of a false alarm',
  },
  {
    name: 'rise',
    symbol: 'ρ',
    type: 'number',
    default: 0.05,
    above: 0,
    below: 1,
    summary: 'how much nearer to the boundary items must have come, on average, for an alarm',
  },
]

/** ADWIN checks for a change every this many items. */
const EVERY = 32
/** A mean over this many items is reliable enough to compare with. */
const SETTLED = 512
/** So many items come first: the typical margin must be found. */
const WARM_UP = 200
/** The typical margin then moves by this share of itself an item, and the scale falls by no more than that one. */
const PACE = 0.01
const LEAK = 0.0003
/** When the scale has grown by this much, what was measured with the old one is forgotten: the margins have not settled. */
const REGROWN = 1.25
/** Larger margins count as this large. */
const LARGEST = 1e300

/**
 * Drift without labels: items that come nearer to the boundary than they used to. Every item is looked at, asked about or
 * not; what is watched is its closeness c/(c + margin), from 0 (far) to 1 (on the boundary), by ADWIN. An alarm is raised
 * when ADWIN cuts its window and the mean of what is left is above the lowest mean so far by more than `rise`.
 *
 * Margins change while a model learns, and that is no drift. Therefore
 *
 * - only a rise of closeness counts: margins that grow, as those of most learners do, raise no alarm, and while
 *   they grow fast the watch waits until they have settled;
 * - the scale c is the typical margin, its median followed by steps up and down (H. Robbins & S. Monro: A stochastic
 *   approximation method. Annals of Mathematical Statistics 22 (1951) 400–407). It rises with it, but falls by 0.03 % an
 *   item at most. Some learners shrink all their margins slowly (least squares, the second-order and the shifting
 *   Perceptron): the scale keeps up with them, but not with the world;
 * - a model that restarts, or gets a class more, has margins of another kind: call `restart`.
 *
 * The tests let it watch seeded streams of several learners: few alarms where nothing changes, and one soon after items
 * come nearer to the boundary at once. When that takes a few thousand items, most alarms still come, but not all.
 *
 * It cannot see labels: a concept that changes under the same items leaves margins as they are, at least until the model
 * has learned of it; for that there is ErrorWatch. It does not see items that move along the boundary or away from it,
 * nor what changes as slowly as a model learns, over several thousand items. And an alarm does not say that there are
 * more errors, only that there is reason to ask.
 *
 * @example
 * const watch = new MarginWatch()
 * const random = new Random(1, 'margins')
 * let alarm
 * for (let t = 0; t < 3000 && !alarm; t++) alarm = watch.add(random.uniform() * (t < 2000 ? 1 : 0.2))
 * alarm.kind // => 'margins'
 * alarm.at > 2000 && alarm.at < 2200 // => true
 */
export class MarginWatch {
  readonly #rise: number
  readonly #adwin: Adwin
  #seen = 0
  /** Items since the start or the last alarm. */
  #items = 0
  #median = 0
  #scale = 0
  /** The scale at which the window and the lowest mean began. */
  #base = 0
  /** The lowest mean closeness of a settled window. */
  #lowest = 1

  constructor(parameters: Parameters = {}) {
    const { delta, rise } = resolveParameters('MarginWatch', marginWatchParameters, parameters)
    this.#rise = rise
    this.#adwin = new Adwin({ delta, every: EVERY })
  }

  /** An item: how far its prediction is from tipping over. */
  add(margin: number): DriftAlarm | undefined {
    const adwin = this.#adwin
    this.#seen++
    this.#items++
    this.#follow(margin)
    if (this.#items <= WARM_UP) return undefined
    if (this.#scale > REGROWN * this.#base) {
      this.#base = this.#scale
      this.#lowest = 1
      adwin.reset()
    }
    if (adwin.add(this.#closeness(margin)) && adwin.mean > this.#lowest + this.#rise) {
      const alarm = {
        at: this.#seen,
        kind: 'margins',
        strength: adwin.mean - this.#lowest,
        since: adwin.width,
      } as const
      this.restart()
      return alarm
    }
    if (adwin.width >= SETTLED && adwin.mean < this.#lowest) this.#lowest = adwin.mean
    return undefined
  }

  #closeness(margin: number): number {
    if (this.#scale === 0) return margin > 0 ? 0 : 1
    return this.#scale / (this.#scale + (margin < LARGEST ? margin : LARGEST))
  }

  /** One step of the median towards this margin. Early steps are long, so that any scale is found soon. */
  #follow(margin: number): void {
    if (!(margin > 0)) return
    if (this.#median === 0) this.#median = Math.min(margin, LARGEST)
    const pace = Math.max(PACE, 10 / (10 + this.#items))
    const stepped = this.#median * (margin > this.#median ? 1 + pace : 1 / (1 + pace))
    this.#median = Math.min(stepped, LARGEST)
    const held = this.#items <= WARM_UP ? 0 : this.#scale * (1 - LEAK)
    this.#scale = Math.max(this.#median, held)
  }

  /** Restarts the detector after the model was reset or replaced. After an alarm it restarts by itself. */
  restart(): void {
    this.#adwin.reset()
    this.#items = 0
    this.#median = 0
    this.#scale = 0
    this.#base = 0
    this.#lowest = 1
  }

  save(): State {
    return {
      adwin: this.#adwin.save(),
      seen: this.#seen,
      items: this.#items,
      median: this.#median,
      scale: this.#scale,
      base: this.#base,
      lowest: this.#lowest,
    }
  }

  load(state: State): void {
    this.#adwin.load(stateIn(state, 'adwin'))
    this.#seen = numberIn(state, 'seen')
    this.#items = numberIn(state, 'items')
    this.#median = numberIn(state, 'median')
    this.#scale = numberIn(state, 'scale')
    this.#base = numberIn(state, 'base')
    this.#lowest = numberIn(state, 'lowest')
  }
}
