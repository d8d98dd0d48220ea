import type { Moment, SelfReport } from '../parts.js'
import { floatsIn, type State } from '../state/state.js'
import type { Ensemble } from './ensemble.js'
import type { AutoStreamStatistics } from './stream-statistics.js'

/** The numbers of a moment before the weights of the members. */
const FIRST = 3

/** What was chosen when. A moment is recorded at every renewal, so there are few. */
export class History {
  #moments: Moment[] = []
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

  /** A member was added, which had no weight so far. */
  addMember(): void {
    this.#moments = this.#moments.map((moment) => ({ ...moment, weights: [...moment.weights, 0] }))
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

  load(state: State, members: number): void {
    const numbers = floatsIn(state, 'moments')
    const width = FIRST + members
    this.#moments = []
    for (let at = 0; at < numbers.length; at += width) {
      const [round, answers, threshold, ...weights] = numbers.subarray(at, at + width)
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
  { features, scales, kernelEnd, vectors }: AutoStreamStatistics,
): SelfReport => ({
  members: [
    'presence',
    'values',
    kernelEnd === Number.POSITIVE_INFINITY ? 'kernel' : 'topics',
    ...(vectors.from < Number.POSITIVE_INFINITY ? ['vector'] : []),
  ],
  moments: [...moments, now],
  alarms: [...alarms],
  features: { seen: features.seen, dense: scales[scales.length - 1].denseCount },
})
