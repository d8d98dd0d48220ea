import type { AgreementReport } from '../operations/types.js'
import type { Consensus } from './config.js'

/** The answer of one of several labellers; no label means unsure. */
export interface Vote {
  readonly by: string
  readonly label?: string
}

/** The result of the votes on a question: a label, unsure, or open if another vote is needed. */
export type Verdict = { readonly label: string } | 'unsure' | 'open'

/** Max additional votes on a tie. */
const MAX_EXTRA = 2

interface Ballot {
  readonly votes: Vote[]
  /** The consensus label. */
  settled?: string
}

interface VoteStatus {
  settled: number
  agreed: number
}

/** The votes on all questions, and how often each voter agrees with the consensus. */
export class Votes {
  readonly #ballots = new Map<string, Ballot>()
  readonly #records = new Map<string, VoteStatus>()

  on(id: string): readonly Vote[] {
    return this.#ballots.get(id)?.votes ?? []
  }

  /** The ids of all questions with votes. */
  ids(): IterableIterator<string> {
    return this.#ballots.keys()
  }

  add(id: string, vote: Vote): void {
    const ballot = this.#ballots.get(id) ?? { votes: [] }
    this.#ballots.set(id, ballot)
    ballot.votes.push(vote)
  }

  remove(id: string, by: string): void {
    const ballot = this.#ballots.get(id)
    const place = ballot?.votes.findIndex((vote) => vote.by === by) ?? -1
    if (place >= 0) ballot?.votes.splice(place, 1)
  }

  /** Sets, changes or removes the consensus label of a question. */
  settle(id: string, label: string | undefined): void {
    const ballot = this.#ballots.get(id)
    if (!ballot) return
    this.#enter(ballot, -1)
    if (label === undefined) delete ballot.settled
    else ballot.settled = label
    this.#enter(ballot, 1)
  }

  #enter({ votes, settled }: Ballot, sign: number): void {
    if (settled === undefined) return
    for (const { by, label } of votes) {
      if (label === undefined) continue
      const record = this.#records.get(by) ?? { settled: 0, agreed: 0 }
      this.#records.set(by, record)
      record.settled += sign
      if (label === settled) record.agreed += sign
    }
  }

  /** The reliability of a voter: the rate of agreement with add-one smoothing. */
  reliability(by: string): number {
    const { settled, agreed } = this.#records.get(by) ?? { settled: 0, agreed: 0 }
    return (agreed + 1) / (settled + 2)
  }

  /** The result once there are `wanted` votes. */
  verdict(id: string, wanted: number, how: Consensus, classes: number): Verdict {
    const votes = this.on(id)
    if (votes.length < wanted) return 'open'
    const weights = new Map<string, number>()
    for (const { by, label } of votes) {
      if (label === undefined) continue
      const weight = how === 'majority' ? 1 : this.#weight(by, classes)
      weights.set(label, (weights.get(label) ?? 0) + weight)
    }
    const unsure = votes.filter(({ label }) => label === undefined).length
    const [first, second] = [...weights].sort((a, b) => b[1] - a[1])
    if (!first || 2 * unsure > votes.length) return 'unsure'
    if (first[1] > (second?.[1] ?? 0)) return { label: first[0] }
    return votes.length < wanted + MAX_EXTRA ? 'open' : 'unsure'
  }

  /**
   * The weight of a vote: the log odds that it is right, if voters err independently of each other and
   * with the same probability for every wrong label (Nitzan and Paroush 1982, Optimal decision rules in uncertain
   * dichotomous choice situations, International Economic Review 23, 289–297). The weight has a positive minimum.
   */
  #weight(by: string, classes: number): number {
    const right = this.reliability(by)
    return Math.max(0.01, Math.log((right * Math.max(1, classes - 1)) / (1 - right)))
  }

  /** Agreement over all pairs of votes. */
  report(): Pick<AgreementReport, 'pairs' | 'agreement' | 'kappa'> {
    let pairs = 0
    let alike = 0
    const shares = new Map<string, number>()
    let said = 0
    for (const { votes } of this.#ballots.values()) {
      const labels = votes.flatMap(({ label }) => (label === undefined ? [] : [label]))
      const counts = countVotes(labels)
      if (labels.length < 2) continue
      pairs += (labels.length * (labels.length - 1)) / 2
      for (const [label, count] of counts) {
        alike += (count * (count - 1)) / 2
        shares.set(label, (shares.get(label) ?? 0) + count)
        said += count
      }
    }
    if (pairs === 0) return { pairs }
    const agreement = alike / pairs
    const byChance = [...shares.values()].reduce((sum, count) => sum + (count / said) ** 2, 0)
    return { pairs, agreement, ...(byChance < 1 && { kappa: (agreement - byChance) / (1 - byChance) }) }
  }

  status(by: string): { readonly agreement?: number; readonly reliability?: number } {
    const record = this.#records.get(by)
    if (!record || record.settled === 0) return {}
    return { agreement: record.agreed / record.settled, reliability: this.reliability(by) }
  }

  save(): unknown {
    return [...this.#ballots]
  }

  load(saved: unknown): void {
    for (const [id, ballot] of saved as [string, Ballot][]) {
      this.#ballots.set(id, ballot)
      this.#enter(ballot, 1)
    }
  }
}

const countVotes = (labels: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}
