import type { Decision, DecisionRecord, Rounds } from '../../src/internals.js'
import type { PaperModel } from './paper.js'
import type { Example } from './streams.js'

export interface Round extends DecisionRecord {
  readonly updated: boolean
}

/** The round of a decision: its label is learned when it was asked for. */
const roundOf = (decision: Decision, learn: () => boolean): Round => {
  const record = decision.copy()
  return { ...record, updated: record.asked && learn() }
}

export const playRound = (asker: Rounds, { row, label }: Example): Round =>
  roundOf(asker.observe(row), () => asker.learn(label))

export const playModelRound = (model: PaperModel, { row, label }: Example): Round =>
  roundOf(model.observe(row), () => model.learn(label))

export const play = (asker: Rounds, examples: readonly Example[]): Round[] =>
  examples.map((example) => playRound(asker, example))
