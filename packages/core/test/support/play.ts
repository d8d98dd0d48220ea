import type { Asker, Decision, DecisionRecord, Model } from '../../src/index.js'
import type { Example } from './streams.js'

export interface Round extends DecisionRecord {
  readonly updated: boolean
}

/** The round of a decision: its label is learned when it was asked for. */
const roundOf = (decision: Decision, learn: () => boolean): Round => {
  const record = decision.copy()
  return { ...record, updated: record.asked && learn() }
}

export const playRound = (asker: Asker, { row, label }: Example): Round =>
  roundOf(asker.observe(row), () => asker.learn(row, label))

export const playModelRound = (model: Model, { row, label }: Example): Round =>
  roundOf(model.observe(row), () => model.learnIndex(label))

export const play = (asker: Asker, examples: readonly Example[]): Round[] =>
  examples.map((example) => playRound(asker, example))
