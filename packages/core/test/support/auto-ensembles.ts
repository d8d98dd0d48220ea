import { DESIGN, type Design } from '../../src/auto/design.js'
import { SeededDraws } from '../../src/auto/draws.js'
import { Ensembles } from '../../src/auto/ensembles.js'
import { NO_VIEW } from '../../src/auto/featurizer.js'
import type { View } from '../../src/auto/linear/dual-svm.js'
import { denseRow, type Random } from '../../src/internals.js'

export const newEnsembles = (
  classes: number,
  seed = 1,
  design: Design = DESIGN,
  capacity = 20_000,
): Ensembles => new Ensembles(design, classes, new SeededDraws(seed), capacity)

export interface DrawnRow {
  readonly x: readonly number[]
  readonly views: readonly View[]
}

/** A row of a few normal numbers as the linear members see it; the kernel sees nothing. */
export const drawnRow = (random: Random, size = 4): DrawnRow => {
  const x = Array.from({ length: size }, () => random.normal())
  const whole = [1, ...x]
  const length = Math.hypot(...whole)
  const slots = Int32Array.from(whole, (_, k) => k)
  const values = Float32Array.from(whole, (own) => own / length)
  const view = { slots, values, start: 0, from: 0, length: whole.length, square: 1 }
  return { x, views: [view, view, NO_VIEW, NO_VIEW, NO_VIEW] }
}

/** One answer: scored, then learned; whether it was foretold, and since when the stream is another. */
export const answered = (
  ensembles: Ensembles,
  { x, views }: DrawnRow,
  label: number,
): { isRight: boolean; since: number } => {
  ensembles.score(views)
  const { sums } = ensembles
  const isRight = sums.every((sum, c) => c === label || sum < sums[label])
  const row = { row: denseRow(x), label, answer: ensembles.answers, views, version: 0 }
  return { isRight, since: ensembles.learn(row, views, ensembles.primary.scores.slice()) }
}
