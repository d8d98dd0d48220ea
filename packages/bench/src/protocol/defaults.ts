import type { Protocol, Tuning } from './protocol.js'

/** What a protocol is when nobody says otherwise. */
export const usualTuning: Tuning = { method: 'halving', folds: 5, score: 'online' }

export const usualProtocol: Omit<Protocol, 'title' | 'sets' | 'algorithms'> = {
  format: 1,
  ratios: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5],
  metric: 'accuracy',
  metrics: ['accuracy', 'f1', 'queryRatio', 'updateRatio', 'time'],
  runs: 10,
  seed: 1,
  delay: 0,
  tuning: usualTuning,
  aimRuns: 5,
  curvePoints: 100,
}
