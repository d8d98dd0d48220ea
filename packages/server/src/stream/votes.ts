import { NO, YES } from '@askance/core/internals'
import type { AgreementReport } from '../operations/types.js'
import type { Consensus } from './config.js'
import type { LabelOrLabels } from './label-values.js'

/** The answer of one of several labellers; no label means unsure. */
export interface Vote {
  readonly by: string
  readonly label?: LabelOrLabels
}

/** The result of the votes on a question: a label, unsure, or open if another vote is needed. */
export type Verdict = { readonly label: LabelOrLabels } | 'unsure' | 'open'

/** Max additional votes on a tie. */
const MAX_EXTRA = 2

interface Ballot {
  readonly votes: Vote[]
  /** In a multi-label stream: the classes asked about, on each of which is voted separately. */
  readonly classes?: readonly string[]
  /** The consensus label. */
  settled?: LabelOrLabels
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

  /** `classes` are those asked about in a multi-label stream. */
  add(id: string, vote: Vote, classes?: readonly string[]): void {
    const ballot = this.#ballots.get(id) ?? { votes: [], ...(classes && { classes }) }
    this.#ballots.set(id, ballot)
    ballot.votes.push(vote)
  }

  remove(id: string, by: string): void {
    const ballot = this.#ballots.get(id)
    const place = ballot?.votes.findIndex((vote) => vote.by === by) ?? -1
    if (place >= 0) ballot?.votes.splice(place, 1)
  }

  /** Sets, changes or removes the consensus label of a question. */
  settle(id: string, label: LabelOrLabels | undefined): void {
    const ballot = this.#ballots.get(id)
    if (!ballot) return
    this.#enter(ballot, -1)
    if (label === undefined) delete ballot.settled
    else ballot.settled = label
    this.#enter(ballot, 1)
  }

  #enter({ votes, settled, classes }: Ballot, sign: number): void {
    if (settled === undefined) return
    const right = choicesIn(settled, classes)
    for (const { by, label } of votes) {
      if (label === undefined) continue
      const record = this.#records.get(by) ?? { settled: 0, agreed: 0 }
      this.#records.set(by, record)
      choicesIn(label, classes).forEach((choice, k) => {
        record.settled += sign
        if (choice === right[k]) record.agreed += sign
      })
    }
  }

  /** The reliability of a voter: the rate of agreement with add-one smoothing. */
  reliability(by: string): number {
    const { settled, agreed } = this.#records.get(by) ?? { settled: 0, agreed: 0 }
    return (agreed + 1) / (settled + 2)
  }

  /** The result once there are `wanted` votes. `classes` is the number of labels to choose from. */
  verdict(id: string, wanted: number, how: Consensus, classes: number): Verdict {
    const votes = this.on(id)
    if (votes.length < wanted) return 'open'
    const sure = votes.flatMap(({ by, label }) => (label === undefined ? [] : [{ by, label }]))
    if (sure.length === 0 || 2 * sure.length < votes.length) return 'unsure'
    const asked = this.#ballots.get(id)?.classes
    const weightOf = (by: string): number => (how === 'majority' ? 1 : this.#weight(by, asked ? 2 : classes))
    const ballots = sure.map(({ by, label }) => ({ weight: weightOf(by), choices: choicesIn(label, asked) }))
    const choices = (asked ?? ['']).map((_, k) =>
      winner(ballots.map(({ weight, choices: all }) => [all[k] ?? NO, weight])),
    )
    if (choices.includes(undefined)) return votes.length < wanted + MAX_EXTRA ? 'open' : 'unsure'
    return { label: asked ? asked.filter((_, k) => choices[k] === YES) : (choices[0] ?? '') }
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

  /** Agreement over all pairs of votes; in a multi-label stream over all pairs of votes on a class. */
  report(): Pick<AgreementReport, 'pairs' | 'agreement' | 'kappa'> {
    const topics = new Map<string, Topic>()
    for (const { votes, classes } of this.#ballots.values()) {
      const labels = votes.flatMap(({ label }) => (label === undefined ? [] : [choicesIn(label, classes)]))
      if (labels.length < 2) continue
      ;(classes ?? ['']).forEach((name, k) => {
        const topic = topics.get(name) ?? { pairs: 0, alike: 0, shares: new Map() }
        topics.set(name, topic)
        enterVotes(
          topic,
          labels.map((choices) => choices[k] ?? NO),
        )
      })
    }
    const all = [...topics.values()]
    const sum = (of: (topic: Topic) => number): number => all.reduce((total, topic) => total + of(topic), 0)
    const pairs = sum((topic) => topic.pairs)
    if (pairs === 0) return { pairs }
    const agreement = sum((topic) => topic.alike) / pairs
    const byChance = sum((topic) => topic.pairs * chanceOf(topic)) / pairs
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

/** What an answer decides: one label, or yes or no for every class asked about. */
const choicesIn = (label: LabelOrLabels, classes: readonly string[] | undefined): readonly string[] =>
  typeof label === 'string' ? [label] : (classes ?? []).map((one) => (label.includes(one) ? YES : NO))

/** The choice with the largest weight; undefined on a tie. */
const winner = (votes: readonly (readonly [string, number])[]): string | undefined => {
  const weights = new Map<string, number>()
  for (const [choice, weight] of votes) weights.set(choice, (weights.get(choice) ?? 0) + weight)
  const [first, second] = [...weights].sort((a, b) => b[1] - a[1])
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : undefined
}

/** What labellers agree about: the label of an item, or one class. */
interface Topic {
  pairs: number
  alike: number
  readonly shares: Map<string, number>
}

const enterVotes = (topic: Topic, choices: readonly string[]): void => {
  topic.pairs += (choices.length * (choices.length - 1)) / 2
  for (const choice of new Set(choices)) {
    const count = choices.filter((one) => one === choice).length
    topic.alike += (count * (count - 1)) / 2
    topic.shares.set(choice, (topic.shares.get(choice) ?? 0) + count)
  }
}

/** How often two votes would agree by chance. */
const chanceOf = ({ shares }: Topic): number => {
  const counts = [...shares.values()]
  const all = counts.reduce((sum, count) => sum + count, 0)
  return counts.reduce((sum, count) => sum + (count / all) ** 2, 0)
}
