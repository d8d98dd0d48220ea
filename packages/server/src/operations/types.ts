import type { Explanation, Observed, Outcome, QuestionState, SelfReport, TopFeatures } from '@askance/core'
import type { Counts } from '../store/records.js'
import type { StreamConfig } from '../stream/config.js'
import type { Shape } from '../stream/input.js'

/** An item as it is sent: a text, features by name (numbers, or texts that are categories), or a numbered row. */
export interface SentItem {
  /** Given by the service where it is not. One that is there already is not taken again: its decision comes back. */
  readonly id?: string
  readonly text?: string
  readonly features?: Readonly<Record<string, number | string | null>>
  readonly row?: { readonly index: readonly number[]; readonly value: readonly number[] }
  /** For showing to people, and for mails: subject, from, date. */
  readonly meta?: Readonly<Record<string, unknown>>
}

/** One that has its id: the service gives one to every item. */
export type NamedItem = SentItem & { readonly id: string }

export interface TaughtSentItem extends SentItem {
  readonly label: string
}

/** A decision, as the log has it, without what only the log needs. */
export type Decision = Omit<Observed, 'type' | 'trace'>

export interface Prediction {
  readonly predicted: string
  readonly confidence: number
  readonly probabilities: Readonly<Record<string, number>>
}

/** A question in somebody's hands. */
export interface LeasedQuestion {
  readonly id: string
  readonly t: number
  /** When it was asked. */
  readonly time: number
  /** When it goes back to the others without a sign of life. */
  readonly leaseExpires: number
  readonly reason: string
  readonly reasonText: string
  /** With which probability it would be asked now. */
  readonly probability: number
  readonly predicted: string
  readonly confidence: number
  /** Features of the item of which nothing was learned yet, and those that decide, with what each adds. */
  readonly unknownFeatures: readonly string[]
  readonly contributions: Explanation['features']
  /** How many have answered it, without what they said. */
  readonly votes: number
}

/** The result of a heartbeat: when the renewed leases expire, and the ids that the caller no longer holds. */
export interface Heartbeat {
  readonly leaseExpires: number
  readonly lost: readonly string[]
}

/** An open question in a list. */
export interface OpenQuestion {
  readonly id: string
  readonly t: number
  readonly time: number
  readonly reason: string
  readonly probability: number
  readonly votes: number
  readonly leasedTo?: string
  readonly leaseExpires?: number
}

/** An item that was asked about, in lists. */
export interface AskedItem {
  readonly id: string
  readonly t: number
  readonly reason: string
  /** The smallest probability of being asked that it met while it was open: its answer is weighed by this. */
  readonly probability: number
  readonly state: QuestionState
  /** Once it is answered. */
  readonly answer?: string
}

/** The features that speak most for each class. */
export interface FeatureReport {
  readonly classes: readonly TopFeatures[]
  /** How many classes are left out, because there are too many to tell of all. */
  readonly omitted: number
}

/** What became of an answer to a question: `voted` waits for what others say. */
export type Answered =
  | { readonly id: string; readonly outcome: Outcome | 'voted'; readonly label: string }
  | { readonly id: string; readonly outcome: 'refused'; readonly code: string; readonly detail: string }

export interface LabellerReport {
  readonly name: string
  readonly answers: number
  readonly unsure: number
  readonly skipped: number
  /** Among questions that several have answered: how often they agree with what was settled on. */
  readonly agreement?: number
  /** How far their word counts, from 0 to 1. */
  readonly reliability?: number
}

export interface AgreementReport {
  readonly labellers: readonly LabellerReport[]
  /** Over pairs of answers to one question: the share that agree, and Fleiss' kappa. */
  readonly pairs: number
  readonly agreement?: number
  readonly kappa?: number
}

/** How a stream stands, for its page. */
export interface StreamStatus {
  readonly counts: Counts
  readonly seq: number
  readonly classes: readonly string[]
  readonly budget: StreamConfig['budget']
  /** How items become rows, once the first have come: `rows` are rows already. */
  readonly vectorizer?: Shape
  readonly leased: number
  /** When the oldest open question was asked; nothing where none is open. */
  readonly waitingSince?: number
  /** How many questions are withdrawn, because the model had learned meanwhile what they were to tell. */
  readonly withdrawn: number
  readonly driftAlarms: number
  readonly modelVersion: number
  readonly report?: SelfReport
}
