import type { Row } from '@askance/core'
import type { Random } from '@askance/core/internals'

/** The numbers of a row that has all its features, drawn again and again. */
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

  /** A direction: uniform on the unit sphere, because the normal distribution looks the same from all sides. */
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

  /** Points the row at these numbers. */
  fill(row: Row): void {
    row.index = this.#index
    row.value = this.value
    row.start = 0
    row.end = this.value.length
  }
}
