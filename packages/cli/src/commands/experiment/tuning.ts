import { type Tuning, usualTuning } from '@askance/bench'
import type { TuningFlags } from './flags.js'

/** How parameters are chosen, as the flags say. */
export const tuningOf = (
  { exhaustive, folds, score }: TuningFlags,
  method: Tuning['method'] = usualTuning.method,
): Tuning => ({
  method: exhaustive ? 'exhaustive' : method,
  folds: folds ?? usualTuning.folds,
  score: score ?? usualTuning.score,
})
