import type {
  Confusion,
  Explanation,
  LinearParts,
  Observed,
  Outcome,
  Quality,
  QuestionState,
  SelfReport,
  Telling,
} from '@askance/core'
import type { VectorizerConfig } from '@askance/data'
import type { Counts } from '../store/records.js'
import type { StreamConfig } from './config.js'

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
  readonly until: number
  readonly reason: string
  readonly because: string
  /** With which probability it would be asked now. */
  readonly probability: number
  readonly predicted: string
  readonly confidence: number
  /** Features of the item of which nothing was learned yet, and those that decide, with what each adds. */
  readonly unfamiliar: readonly string[]
  readonly deciding: Explanation['features']
  /** How many have answered it, without what they said. */
  readonly votes: number
}

/** A question that is open, in lists. */
export interface OpenQuestion {
  readonly id: string
  readonly t: number
  readonly time: number
  readonly reason: string
  readonly probability: number
  readonly votes: number
  readonly leasedTo?: string
  readonly until?: number
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
  readonly classes: readonly Telling[]
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
export interface Standing {
  readonly counts: Counts
  readonly seq: number
  readonly classes: readonly string[]
  readonly budget: StreamConfig['budget']
  /** How items become rows, once the first have come: `rows` are rows already. */
  readonly vectorizer?: VectorizerConfig | 'rows'
  readonly leased: number
  /** When the oldest open question was asked; nothing where none is open. */
  readonly waitingSince?: number
  /** How many questions are withdrawn, because the model had learned meanwhile what they were to tell. */
  readonly withdrawn: number
  readonly driftAlarms: number
  readonly modelVersion: number
  readonly report?: SelfReport
}

/** Everything that can be done with one stream: what is asked for, and what comes back. */
export interface Operations {
  observe: [{ readonly items: readonly SentItem[] }, readonly Decision[]]
  predict: [{ readonly items: readonly SentItem[] }, readonly Prediction[]]
  teach: [{ readonly items: readonly TaughtSentItem[] }, { readonly taught: number }]
  /** Questions for somebody; fewer than `count`, or none, where there are no more. Those they hold already count. */
  lease: [{ readonly count: number }, readonly LeasedQuestion[]]
  heartbeat: [
    { readonly ids: readonly string[] },
    { readonly until: number; readonly lost: readonly string[] },
  ]
  release: [{ readonly ids: readonly string[] }, { readonly released: number }]
  /** An answer by somebody who holds the question. */
  answer: [{ readonly id: string; readonly label: string }, Answered]
  skip: [{ readonly id: string }, { readonly id: string; readonly state: string }]
  unsure: [{ readonly id: string }, { readonly id: string; readonly state: string }]
  /** Takes one's last answer back, and the question is one's own again. */
  undo: [Record<never, never>, LeasedQuestion]
  /** Labels from outside, by whoever has them: no lease is needed, and each is settled at once. */
  answers: [
    { readonly answers: readonly { readonly id: string; readonly label: string; readonly by?: string }[] },
    readonly Answered[],
  ]
  /** Takes an answer out with all that it taught; `erase` the content of the item too. */
  forget: [
    { readonly id: string; readonly erase: boolean },
    { readonly id: string; readonly forgotten: boolean },
  ]
  questions: [{ readonly after: number; readonly limit: number }, readonly OpenQuestion[]]
  quality: [{ readonly level?: number }, Quality]
  confusion: [{ readonly level?: number }, Confusion]
  features: [{ readonly count: number }, FeatureReport]
  /** What became of items that were asked about; those that were not are passed over. */
  asked: [{ readonly ids: readonly string[] }, readonly AskedItem[]]
  /** Items whose answer is not what was predicted, the latest first. */
  wrong: [
    { readonly before?: number; readonly predicted?: string; readonly limit: number },
    readonly AskedItem[],
  ]
  explain: [{ readonly id: string } | { readonly item: SentItem }, Explanation]
  agreement: [Record<never, never>, AgreementReport]
  standing: [Record<never, never>, Standing]
  /** What of the configuration touches the learner: budget, classes, pause and the rest. */
  configure: [{ readonly config: StreamConfig }, Standing]
  linear: [Record<never, never>, LinearParts]
  /** The classifier as a file. */
  exported: [Record<never, never>, Uint8Array]
  /** Begins with a classifier from a file; only before the first item. */
  imported: [{ readonly model: Uint8Array }, Standing]
}

export type OperationName = keyof Operations
export type Request<Name extends OperationName> = Operations[Name][0]
export type Result<Name extends OperationName> = Operations[Name][1]

/** When an operation happens, and who asks for it. */
export interface Circumstances {
  readonly time: number
  readonly by: string
}
