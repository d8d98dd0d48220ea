import type { Moment, SelfReport } from '../parts.js'
import { floatsIn, type State } from '../state/state.js'
import type { Ensemble } from './ensemble.js'
import { INPUTS } from './featurizer.js'
import type { AutoStreamStatistics } from './stream-statistics.js'

const WIDTH = 3 + INPUTS

/** What was chosen when. A moment is recorded at every renewal, so there are few. */
export class History {
  readonly #moments: Moment[] = []
  /** The rounds in which drift was detected. */
  readonly #alarms: number[] = []

  get moments(): readonly Moment[] {
    return this.#moments
  }

  get alarms(): readonly number[] {
    return this.#alarms
  }

  note(moment: Moment): void {
    this.#moments.push(moment)
  }

  alarm(round: number): void {
    this.#alarms.push(round)
  }

  save(): State {
    return {
      moments: Float64Array.from(
        this.#moments.flatMap(({ round, answers, threshold, weights }) => [
          round,
          answers,
          threshold,
          ...weights,
        ]),
      ),
      alarms: Float64Array.from(this.#alarms),
    }
  }

  load(state: State): void {
    const numbers = floatsIn(state, 'moments')
    this.#moments.length = 0
    for (let at = 0; at < numbers.length; at += WIDTH) {
      const [round, answers, threshold, ...weights] = numbers.subarray(at, at + WIDTH)
      this.#moments.push({ round, answers, threshold, weights })
    }
    this.#alarms.splice(0, this.#alarms.length, ...floatsIn(state, 'alarms'))
  }
}

/** The choices of an ensemble in a round. */
export const momentOf = (round: number, { length, stack }: Ensemble, threshold: number): Moment => ({
  round,
  answers: length,
  weights: stack.influences(),
  threshold,
})

/** The history until now. */
export const reportOf = (
  { moments, alarms }: History,
  now: Moment,
  { features, scales, kernelEnd }: AutoStreamStatistics,
): SelfReport => ({
  members: ['presence', 'values', kernelEnd === Number.POSITIVE_INFINITY ? 'kernel' : 'topics'],
  moments: [...moments, now],
  alarms: [...alarms],
  features: { seen: features.seen, dense: scales[scales.length - 1].denseCount },
})
