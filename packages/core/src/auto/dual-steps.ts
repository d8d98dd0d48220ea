import { highest } from '../parts.js'

/** The number of steps per row. */
export const stepsFor = (classes: number): number => (classes === 2 ? 1 : classes)

/**
 * A support vector machine with squared hinge loss over all stored rows, in the dual (C.-J. Hsieh, K.-W. Chang, C.-J. Lin,
 * S. S. Keerthi & S. Sundararajan: A dual coordinate descent method for large-scale linear SVM. ICML 2008): f(u) = Σ αᵢ yᵢ k(uᵢ, u), α ≥ 0. A
 * visit sets one row's α to its optimum while the others are fixed:
 *
 *     t = max((1 − y f(u) − α/(2C)) / (k(u, u) + 1/(2C)), −α);   α ← α + t
 *
 * The first visit to a row is the step of PA-II (K. Crammer et al.: Online passive-aggressive algorithms. JMLR 7, 2006); later
 * ones can undo it. With more classes the same is done for pairs of the row's class and a rival: the strongest rival first, then
 * those with earlier steps. The row then has a step for every rival, and their sum at the index of its own class.
 */
export abstract class DualSteps<StoredAt> {
  protected classes: number
  readonly #slack: number
  /** The scores of the row that is visited. */
  protected own: Float64Array

  constructor(classes: number, cost: number) {
    this.classes = classes
    this.#slack = 1 / (2 * cost)
    this.own = new Float64Array(classes)
  }

  /** Changes the model by a step of a row. */
  protected abstract move(row: StoredAt, label: number, rival: number, step: number): void

  /** Takes the steps of a row with k(u, u) = `square` and the scores in `own`; its steps begin at `at`. */
  protected takeSteps(row: StoredAt, square: number, label: number, steps: Float64Array, at: number): void {
    const { own } = this
    if (this.classes === 2) {
      const step = this.stepOf(own[label] - own[1 - label], square, steps[at])
      if (step === 0) return
      steps[at] += step
      this.move(row, label, 1 - label, step)
      return
    }
    const rival = highest(own, label)
    this.#pair(row, square, label, rival, steps, at)
    for (let r = 0; r < this.classes; r++)
      if (r !== label && r !== rival && steps[at + r] > 0) this.#pair(row, square, label, r, steps, at)
  }

  /** The step of a row of two classes with k(u, u) = `square`, whose α is `taken`. */
  protected stepOf(margin: number, square: number, taken: number): number {
    return Math.max((1 - margin - taken * this.#slack) / (square + this.#slack), -taken)
  }

  #pair(row: StoredAt, square: number, label: number, rival: number, steps: Float64Array, at: number): void {
    const { own } = this
    const margin = own[label] - own[rival]
    const wanted = (1 - margin - steps[at + label] * this.#slack) / (2 * square + this.#slack)
    const step = Math.max(wanted, -steps[at + rival])
    if (step === 0) return
    steps[at + rival] += step
    steps[at + label] += step
    this.move(row, label, rival, step)
    own[label] += step * square
    own[rival] -= step * square
  }
}

/** Steps after a class was added. With more than two classes a step moves both classes, so those of two are halved. */
export const withClassAdded = (steps: Float64Array, rows: number, before: number): Float64Array => {
  const [width, wider] = [stepsFor(before), before + 1]
  const out = new Float64Array(rows * wider)
  for (let i = 0; i < rows; i++) {
    if (before > 2) out.set(steps.subarray(i * width, (i + 1) * width), i * wider)
    else out.fill(steps[i] / 2, i * wider, i * wider + 2)
  }
  return out
}
