import type { Row } from '@askance/core'
import type { Random } from '@askance/core/internals'

/** The values of a dense row, redrawn for every row. */
export class DenseRow {
  readonly value: Float64Array
  readonly #index: Int32Array

  constructor(dimension: number) {
    this.value = new Float64Array(dimension)
    this.#index = Int32Array.from({ length: dimension }, (_, k) => k + 1)
  }

  drawNormal(random: Random): void {
    for (let k = 0; k < this.value.length; k++) this.value[k] = random.normal()
  }

  drawUniform(random: Random, width: number): void {
    for (let k = 0; k < this.value.length; k++) this.value[k] = width * random.uniform()
  }

  /** Draws a uniform direction on the unit sphere; the normal distribution is rotation-invariant. */
  drawDirection(random: Random): void {
    let length = 0
    while (length === 0) {
      this.drawNormal(random)
      length = Math.sqrt(this.dot(this))
    }
    for (let k = 0; k < this.value.length; k++) this.value[k]! /= length
  }

  dot(other: DenseRow): number {
    let sum = 0
    for (let k = 0; k < this.value.length; k++) sum += this.value[k]! * other.value[k]!
    return sum
  }

  /** Makes the row a view of these values. */
  fill(row: Row): void {
    row.index = this.#index
    row.value = this.value
    row.start = 0
    row.end = this.value.length
  }
}
