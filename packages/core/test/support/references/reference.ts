import type { Vector } from '../vectors.js'

/** What a slow implementation says of a row; what the fast one does not give stays away. */
export interface ReferenceReading {
  /** One score per class; in the binary case a single signed one. */
  readonly scores: Vector
  readonly normSq?: number
  readonly variance?: number
  readonly leverage?: number
  readonly reach?: number
  readonly residualSq?: number
}

/** A slow, obvious learner over plain vectors. */
export interface Reference {
  read(x: Vector): ReferenceReading
  /** Learns a class index; true when the model changed. */
  learn(x: Vector, label: number): boolean
}

/** ±1 for a class index of two. */
export const signOf = (label: number): number => (label === 1 ? 1 : -1)

/** sign(0) = +1. */
export const sign = (score: number): number => (score >= 0 ? 1 : -1)

/** A binary reference from its score and its update, which speaks of y = ±1 and the score p before it. */
export const binaryReference = (
  score: (x: Vector) => number,
  update: (x: Vector, y: number, p: number) => boolean,
  more: (x: Vector) => Partial<ReferenceReading> = () => ({}),
): Reference => ({
  read: (x) => ({ scores: [score(x)], ...more(x) }),
  learn: (x, label) => update(x, signOf(label), score(x)),
})
