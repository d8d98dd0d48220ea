import { highest, type Reading } from '../parts.js'

/** How the row read last fits its label: what update rules look at. */
export class Fit {
  /** +1 for the positive class, −1 for the negative one; +1 with several classes. */
  y = 1
  /** y·p; with several classes the true class's score minus its best rival's. */
  margin = 0
  /** ‖x‖²; with several classes 2‖x‖², since two class vectors move. */
  normSq = 0
  mistake = false
  /** The other of two classes, or the one with the highest score except the true one. */
  rival = 0
  /** ρ: the margin that a cost-sensitive learner wants for the positive class; 1 for the negative one. */
  rho = 1
  /** Updates before this one. */
  updates = 0
  /** What remains of w before the step is added. A step that shrinks w sets it. */
  keep = 1

  see(reading: Reading, label: number): void {
    const { scores } = reading
    this.mistake = reading.predicted !== label
    if (scores.length === 1) {
      this.y = label === 1 ? 1 : -1
      this.rival = 1 - label
      this.margin = this.y * reading.score
      this.normSq = reading.normSq
    } else {
      this.rival = highest(scores, label)
      this.margin = scores[label] - scores[this.rival]
      this.normSq = 2 * reading.normSq
    }
  }

  /** ρ_y. */
  get cost(): number {
    return this.y > 0 ? this.rho : 1
  }

  /** max(0, 1 − y·p). */
  get hinge(): number {
    return Math.max(0, 1 - this.margin)
  }
}
