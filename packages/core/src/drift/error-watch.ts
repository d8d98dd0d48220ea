import { type Parameter, type Parameters, resolveParameters } from '../parameters.js'
import { floatsIn, numberIn, type State } from '../state/state.js'
import type { DriftAlarm } from './alarm.js'

const errorWatchParameters: readonly Parameter[] = [
  {
    name: 'patience',
    symbol: 'A',
    type: 'number',
    default: 20000,
    above: 1,
    summary: 'how many answers there are on average between two false alarms, at least',
  },
  {
    name: 'least',
    symbol: 'n',
    default: 20,
    min: 0,
    type: 'whole',
    summary: 'so many answers come before the watch begins: confidence must be calibrated first',
  },
]

/** The share of predictions that have turned from right to wrong: a few, half (chance decides), nearly all (flipped). */
const SHARES = [0.2, 0.5, 0.9]

/** Answers below this doubt tell how often a confident prediction is wrong. To begin with, as if 1 in 20 had been. */
const CONFIDENT = 0.15
const DOUBT_ANSWERS = 20
const DOUBT_WRONG = 1

/**
 * Drift from answers. Asked items are harder than average, by an amount that depends on the dial of the budget, so the raw
 * error rate says little. But every answer comes with the calibrated doubt q = 1 − confidence, and while
 * nothing changes it is wrong with probability q, whatever the probability P of asking was, since P depends on the row
 * and not on its label. So P is not needed here: the test is about q.
 *
 * The alternatives to "wrong with probability q" are three, in which a share ρ of the predictions has been inverted:
 * q′ = q + ρ(1 − 2q), ρ = 0.2, 0.5, 0.9. Each has its Shiryaev–Roberts statistic,
 *
 *     R ← (1 + R)·Λ,   Λ = q′/q for a wrong answer, (1 − q′)/(1 − q) for a right one,
 *
 * and an alarm is raised when their mean is above A (A. N. Shiryaev: On optimum methods in quickest detection problems.
 * Theory of Probability and its Applications 8 (1963) 22–46; S. W. Roberts: A comparison of some control chart
 * procedures. Technometrics 8 (1966) 411–430; M. Pollak: Optimal detection of a change in distribution. Annals of Statistics 13
 * (1985) 206–227). While the doubts are right, mean R − n is a martingale, so that an alarm within n answers has at most
 * probability n/A: no choice of a window, and no model of the stream. This is an e-detector: J. Shin, A. Ramdas &
 * A. Rinaldo: E-detectors: a nonparametric framework for sequential change detection. New England Journal of Statistics
 * in Data Science 2 (2024) 229–260.
 *
 * Doubts are right only roughly. Logistic curves go to 0, people's mistakes do not: no q is taken to be below the share
 * of wrong answers among all confident ones so far. A model that learns is better than its calibration, which lags
 * behind: that lowers R.
 *
 * We compared it in simulation: three learners, three rates of wrong labels, a steady and a moving dial, drift at once and
 * gradual; a smaller version is among the tests. At the same few false alarms it found flipped labels earlier, and a new
 * concept more than twice as often, as the largest z over growing windows (Σ([wrong] − q) over its deviation) and as
 * ADWIN on errors times 1/P: what is weighted by 1/P has so large a range that its bound is hardly ever reached. Page–Hinkley
 * on the same was as quick but had more than ten times as many false alarms. Undetected drift is mostly drift to which the
 * learner has adapted before there were enough answers.
 *
 * It cannot see a change that makes the model unsure and wrong in equal measure: for that there is MarginWatch. A q
 * above ½ (several classes) counts as ½, where right and wrong answers are equally likely under all alternatives.
 *
 * @example
 * const watch = new ErrorWatch()
 * let alarm
 * for (let n = 0; n < 100 && !alarm; n++) alarm = watch.add(n >= 60, 0.9)
 * alarm.at // => 65
 * alarm.since // => 5
 */
export class ErrorWatch {
  readonly #patience: number
  readonly #least: number
  #seen = 0
  /** Answers since the start or the last alarm. */
  #answers = 0
  #confident = DOUBT_ANSWERS
  #confidentWrong = DOUBT_WRONG
  /** For every share: R, the cumulative sum that tells when it began, since how many answers, and Σ([wrong] − q) since. */
  #ratios: Float64Array = new Float64Array(SHARES.length)
  #sums: Float64Array = new Float64Array(SHARES.length)
  #since: Float64Array = new Float64Array(SHARES.length)
  #excess: Float64Array = new Float64Array(SHARES.length)

  constructor(parameters: Parameters = {}) {
    const { patience, least } = resolveParameters('ErrorWatch', errorWatchParameters, parameters)
    this.#patience = patience
    this.#least = least
  }

  /** An answer: was the prediction wrong, and how sure was the model of it when the question was asked? */
  add(wrong: boolean, confidence: number): DriftAlarm | undefined {
    const doubt = 1 - confidence
    const q = Math.min(Math.max(doubt, this.#confidentWrong / this.#confident), 0.5)
    if (doubt < CONFIDENT) {
      this.#confident++
      if (wrong) this.#confidentWrong++
    }
    this.#seen++
    this.#answers++
    if (this.#answers <= this.#least) return undefined
    let mean = 0
    let likeliest = 0
    for (let k = 0; k < SHARES.length; k++) {
      this.#advance(k, q, wrong)
      mean += this.#ratios[k] / SHARES.length
      if (this.#ratios[k] > this.#ratios[likeliest]) likeliest = k
    }
    if (mean <= this.#patience) return undefined
    const since = this.#since[likeliest]
    const alarm = {
      at: this.#seen,
      kind: 'errors',
      strength: Math.max(0, this.#excess[likeliest] / since),
      since,
    } as const
    this.restart()
    return alarm
  }

  #advance(k: number, q: number, wrong: boolean): void {
    const turned = q + SHARES[k] * (1 - 2 * q)
    const likelihood = wrong ? turned / q : (1 - turned) / (1 - q)
    this.#ratios[k] = (1 + this.#ratios[k]) * likelihood
    if (this.#sums[k] <= 0) {
      this.#sums[k] = 0
      this.#since[k] = 0
      this.#excess[k] = 0
    }
    this.#sums[k] += Math.log(likelihood)
    this.#since[k]++
    this.#excess[k] += (wrong ? 1 : 0) - q
  }

  /** Restarts the detector after the model or its calibration was reset. After an alarm it restarts by itself. */
  restart(): void {
    this.#answers = 0
    this.#confident = DOUBT_ANSWERS
    this.#confidentWrong = DOUBT_WRONG
    this.#ratios.fill(0)
    this.#sums.fill(0)
    this.#since.fill(0)
    this.#excess.fill(0)
  }

  save(): State {
    return {
      seen: this.#seen,
      answers: this.#answers,
      confident: this.#confident,
      confidentWrong: this.#confidentWrong,
      ratios: this.#ratios.slice(),
      sums: this.#sums.slice(),
      since: this.#since.slice(),
      excess: this.#excess.slice(),
    }
  }

  load(state: State): void {
    this.#seen = numberIn(state, 'seen')
    this.#answers = numberIn(state, 'answers')
    this.#confident = numberIn(state, 'confident')
    this.#confidentWrong = numberIn(state, 'confidentWrong')
    this.#ratios = floatsIn(state, 'ratios')
    this.#sums = floatsIn(state, 'sums')
    this.#since = floatsIn(state, 'since')
    this.#excess = floatsIn(state, 'excess')
  }
}
