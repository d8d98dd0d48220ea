import type { Estimate, Observed, Outcome, PoolProgress, QuestionState, SelfReport } from '@askance/core'
import type { FeatureWeight } from '@askance/core/internals'
import type { FeatureValues, FieldValue } from '@askance/data'
import type { Counts } from '../store/records.js'
import type { ItemExplanation } from '../stream/classifier.js'
import type { StreamConfig } from '../stream/config.js'
import type { Shape } from '../stream/input.js'
import type { Labelled, LabelOrLabels } from '../stream/label-values.js'
import type { MultiLabelObservedEntry } from '../stream/multi-label-events.js'
import type { Vote } from '../stream/votes.js'

/** An item as it is sent, with a text, named features or both, or a row, and a vector or that alone. */
export interface SentItem {
  /** Defaults to a new id. An item with a known id is not observed again; its stored decision is returned. */
  readonly id?: string
  readonly text?: string
  readonly features?: FeatureValues
  readonly row?: { readonly index: readonly number[]; readonly value: readonly number[] }
  /** An embedding. */
  readonly vector?: readonly number[]
  /** Metadata shown to labellers, such as subject, from and date. */
  readonly meta?: Readonly<Record<string, unknown>>
  /** The values of the columns of the file that it comes from, for exports. */
  readonly fields?: readonly FieldValue[]
}

/** An item with an id. */
export type NamedItem = SentItem & { readonly id: string }

/** An example: an item with `label`, or with `labels` in a multi-label stream. */
export type TaughtSentItem = SentItem & Labelled

/** A decision without the fields that only the log needs. */
export type SingleLabelDecision = Omit<Observed, 'type' | 'trace' | 'ready'> & { readonly ready: boolean }

/** The decision about one class of an item. */
export interface ClassDecision
  extends Pick<Observed, 'margin' | 'confidence' | 'probability' | 'coin' | 'asked' | 'reason'> {
  readonly predicted: boolean
}

/** A decision in a multi-label stream. */
export interface MultiLabelDecision
  extends Omit<MultiLabelObservedEntry, 'type' | 'parts' | 'row' | 'input'> {
  readonly ready: boolean
  readonly byClass: Readonly<Record<string, ClassDecision>>
}

export type Decision = SingleLabelDecision | MultiLabelDecision

/** A decision of a worker of a wide stream. No process sees all items when they are decided about, so `t` is 0. */
export interface WideDecision
  extends Pick<
    Observed,
    | 't'
    | 'id'
    | 'time'
    | 'predicted'
    | 'margin'
    | 'confidence'
    | 'probability'
    | 'coin'
    | 'asked'
    | 'reason'
    | 'modelVersion'
  > {
  readonly ready: boolean
  readonly partition: number
  /** The version of the model that decided. */
  readonly version: number
}

/** An item of a pool was stored, with `t` as its number. Questions are chosen later. */
export interface AddedItem {
  readonly id: string
  readonly t: number
  readonly time: number
  readonly asked: false
}

/** What an item that was sent gets: a decision; in a pool, or if its decision is no longer in the log, only its number. */
export type Received = Decision | WideDecision | AddedItem

export interface Prediction {
  readonly predicted: LabelOrLabels
  readonly confidence: number
  /** With two classes: the probability of the positive class from which it is predicted. */
  readonly threshold?: number
  /** Whether labels of at least two classes were learned. */
  readonly ready: boolean
  readonly probabilities: Readonly<Record<string, number>>
}

/** An item with its label, and where it comes from. */
export type LabelledItem = Labelled & {
  readonly id: string
  readonly source: 'answer' | 'example' | 'prediction'
  /** Who gave the label. */
  readonly by?: string
  /** The probability of each class according to the model; in a pool, 1 for a label that was given. */
  readonly probabilities: Readonly<Record<string, number>>
}

/** A question that is leased to the caller. */
export interface LeasedQuestion {
  readonly id: string
  readonly t: number
  /** When it was asked. */
  readonly time: number
  /** When the lease expires unless a heartbeat renews it. */
  readonly leaseExpires: number
  readonly reason: string
  readonly reasonText: string
  /** The current probability of asking. */
  readonly probability: number
  readonly predicted: LabelOrLabels
  readonly confidence: number
  readonly threshold?: number
  readonly ready: boolean
  /** In a multi-label stream: the classes asked about, and the probability of each. */
  readonly classes?: readonly string[]
  readonly probabilities?: Readonly<Record<string, number>>
  /** Features that the model has not learned yet. */
  readonly unknownFeatures: readonly string[]
  /** The features that contribute most to the prediction. */
  readonly contributions: ItemExplanation['features']
  /** The most probable classes, best first. */
  readonly likely: readonly { readonly label: string; readonly probability: number }[]
  /** The number of answers so far. */
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
  readonly classes?: readonly string[]
  readonly votes: number
  readonly leasedTo?: string
  readonly leaseExpires?: number
}

/** The question about an item in a list, or the label of one that was not asked (reason `taught`). */
export interface AskedItem {
  readonly id: string
  readonly t: number
  readonly reason: string
  /** The smallest probability of asking while the question was open, by which its answer is weighted. */
  readonly probability: number
  readonly state: QuestionState
  /** Set after it was answered. */
  readonly answer?: LabelOrLabels
  /** Who gave the answer; missing if it is the consensus of several. */
  readonly by?: string
  /** The answers of several people; no label means unsure. */
  readonly votes?: readonly Vote[]
  /** In a multi-label stream: the classes asked about. */
  readonly classes?: readonly string[]
}

/** An item whose label should be checked. */
export interface DoubtfulItem extends AskedItem {
  /** From 0 to 1; the most doubtful items come first. */
  readonly doubt: number
  /** The label that the other votes or the model suggest. */
  readonly suggested: LabelOrLabels
}

/** The top features of each class. */
export interface FeatureReport {
  readonly classes: readonly {
    readonly label: string
    readonly features: readonly (FeatureWeight & { readonly text: string })[]
  }[]
  /** The number of classes that are not listed. */
  readonly omitted: number
}

/** The label of an item before it was changed. */
export type LabelBefore = Labelled & { readonly by?: string }

/**
 * The outcome of an answer: `voted` waits for the answers of others, `checked` is the second answer to an audit, `removed` took one
 * back.
 */
export type Answered =
  | ({
      readonly id: string
      readonly outcome: Outcome | 'voted' | 'checked'
      readonly before?: LabelBefore
    } & Labelled)
  | { readonly id: string; readonly outcome: 'removed'; readonly before?: LabelBefore }
  | { readonly id: string; readonly outcome: 'refused'; readonly code: string; readonly detail: string }

/** How often two people gave the same answer to an audit. */
export interface CheckReport {
  readonly answered: number
  readonly agreed: number
  readonly agreement: Estimate
  readonly text: string
}

interface LabellerReport {
  readonly name: string
  readonly answers: number
  readonly unsure: number
  readonly skipped: number
  /** How often they agree with the consensus, over questions with several answers. */
  readonly agreement?: number
  /** The weight of their vote, from 0 to 1. */
  readonly reliability?: number
}

export interface AgreementReport {
  readonly labellers: readonly LabellerReport[]
  /** The number of pairs of answers to the same question, their agreement and Fleiss' kappa. */
  readonly pairs: number
  readonly agreement?: number
  readonly kappa?: number
}

/** The current state of a stream. */
export interface StreamStatus {
  readonly counts: Counts
  readonly seq: number
  readonly classes: readonly string[]
  readonly budget: StreamConfig['budget']
  /** How items become rows; missing before the first item. */
  readonly vectorizer?: Shape
  readonly leased: number
  /** When the oldest open question was asked. */
  readonly waitingSince?: number
  /** Questions withdrawn because the model no longer needs the answer. */
  readonly withdrawn: number
  readonly driftAlarms: number
  readonly modelVersion: number
  readonly ready: boolean
  readonly threshold?: number
  readonly report?: SelfReport
  /** How far the labelling of a pool is. */
  readonly pool?: PoolProgress
}
