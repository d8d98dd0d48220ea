import { floatsIn, type State } from '../state/state.js'

/** One bin of a reliability curve, over all items as far as weights can tell. */
export interface ReliabilityBin {
  readonly from: number
  readonly to: number
  /** The share of all items that fall here. */
  readonly share: number
  /** How sure the model was on average, and how often it was right. */
  readonly confidence: number
  readonly accuracy: number
  /** Kish's effective number of answers, (Σw)²/Σw²: the accuracy is as uncertain as with that many equally weighted ones. */
  readonly answers: number
}

/**
 * How far confidence can be trusted: answers sorted into bins of equal width by confidence, and for each bin how often
 * the prediction was right (M. H. DeGroot & S. E. Fienberg: The comparison and evaluation of forecasters. The
 * Statistician 32 (1983) 12–22). Answers are weighted by 1/P, so that the curve describes all items and not only those asked about.
 *
 * The expected calibration error is Σ_b (W_b/W)·|accuracy_b − confidence_b| (M. P. Naeini, G. F. Cooper &
 * M. Hauskrecht: Obtaining well calibrated probabilities using Bayesian binning. AAAI 2015, 2901–2907). Noise alone
 * makes it positive: about √(2/π)·√(accuracy·(1 − accuracy)/answers) in each bin.
 *
 * @example
 * const reliability = new Reliability(2)
 * reliability.add(0.9, true)
 * reliability.add(0.7, false)
 * reliability.error() // => 0.3
 * reliability.curve()[0].accuracy // => 0.5
 */
export class Reliability {
  readonly bins: number
  /** Four numbers a bin: Σw, Σw², Σw·confidence, Σw·right. */
  #sums: Float64Array

  constructor(bins = 10) {
    this.bins = bins
    this.#sums = new Float64Array(4 * bins)
  }

  /** An answer: the confidence of the prediction when the question was asked, and whether it was right. */
  add(confidence: number, right: boolean, probability = 1): void {
    const sums = this.#sums
    const weight = 1 / probability
    const at = 4 * Math.min(Math.floor(confidence * this.bins), this.bins - 1)
    sums[at] += weight
    sums[at + 1] += weight * weight
    sums[at + 2] += weight * confidence
    if (right) sums[at + 3] += weight
  }

  /** The bins that have an answer, rising: the points of a figure. */
  curve(): ReliabilityBin[] {
    const total = this.#total()
    const curve: ReliabilityBin[] = []
    for (let b = 0; b < this.bins; b++) {
      const [weight, squares, confidence, right] = this.#sums.subarray(4 * b, 4 * b + 4)
      if (!(weight > 0)) continue
      curve.push({
        from: b / this.bins,
        to: (b + 1) / this.bins,
        share: weight / total,
        confidence: confidence / weight,
        accuracy: right / weight,
        answers: weight ** 2 / squares,
      })
    }
    return curve
  }

  /** The expected calibration error; 0 when there is no answer yet. */
  error(): number {
    let sum = 0
    for (let at = 0; at < this.#sums.length; at += 4) sum += Math.abs(this.#sums[at + 3] - this.#sums[at + 2])
    return sum > 0 ? sum / this.#total() : 0
  }

  #total(): number {
    let sum = 0
    for (let at = 0; at < this.#sums.length; at += 4) sum += this.#sums[at]
    return sum
  }

  save(): State {
    return { sums: this.#sums.slice() }
  }

  load(state: State): void {
    this.#sums = floatsIn(state, 'sums')
  }
}
