import type {
  BudgetSpec,
  ClassifierEvent,
  Confusion,
  Explanation,
  MultiLabelQuality,
  Observed,
  Outcome,
  Quality,
  Question,
  SelfReport,
} from '@askance/core'
import type { LinearParts, TopFeatures } from '@askance/core/internals'
import type { SentItem } from '../operations/types.js'
import type { Counts } from '../store/records.js'
import type { LabelOrLabels } from './label-values.js'
import type { MultiLabelEntry, MultiLabelObservedEntry } from './multi-label-events.js'

/** An event of the classifier of a stream. */
export type StreamEvent = ClassifierEvent | MultiLabelEntry

/** The decision about an item. */
export type ObservedEvent = Observed | MultiLabelObservedEntry

/** The question about an item. */
export interface ItemQuestion
  extends Readonly<Pick<Question, 'id' | 't' | 'time' | 'reason' | 'probability' | 'confidence' | 'state'>> {
  /** The predicted class as an index; in a multi-label stream the predicted labels among the classes asked about. */
  readonly predicted: number | readonly string[]
  /** In a multi-label stream: the classes asked about. */
  readonly classes?: readonly string[]
}

/** An explanation, in which `predicted` is a list and features have a class in a multi-label stream. */
export interface ItemExplanation extends Omit<Explanation, 'predicted' | 'features'> {
  readonly predicted: LabelOrLabels
  /** The strongest, largest contribution first. */
  readonly features: readonly (Explanation['features'][number] & { readonly label?: string })[]
  /** How many more there are. */
  readonly omittedFeatures?: number
  readonly omittedUnknownFeatures?: number
}

interface Moment {
  readonly time: number
  readonly by?: string
}

/**
 * What a stream needs of its classifier. `Classifier` has it for one label per item, `MultiLabelAdapter` for several; the
 * type of a label is that of the stream, which operations check.
 */
export interface StreamClassifier {
  readonly multiLabel?: true
  readonly classes: readonly string[]
  readonly config: { readonly algorithm?: string }
  readonly budget: BudgetSpec
  readonly counts: Counts
  /** Questions withdrawn because the model would no longer ask them. */
  readonly withdrawn: number
  /** Whether labels of at least two classes were learned. */
  readonly ready: boolean
  /** With two classes: the probability of the positive class from which it is predicted. */
  readonly threshold?: number | undefined
  /** The open questions, oldest first. */
  readonly open: Iterable<ItemQuestion>
  readonly answered: Iterable<{ readonly question: ItemQuestion; readonly label: LabelOrLabels }>
  question(id: string): ItemQuestion | undefined
  observe(item: SentItem, id: string, when: { readonly time: number; readonly ask: boolean }): ObservedEvent
  teach(item: SentItem, label: LabelOrLabels, id: string, when: Moment): void
  answer(id: string, label: LabelOrLabels, when: Moment): Outcome
  skip(id: string, when: Moment): void
  unsure(id: string, when: Moment): void
  forget(id: string, when: Moment): void
  reopen(id: string, when: Moment): void
  review(id: string, when: Moment): number
  rebudget(budget: BudgetSpec, when: Moment): void
  /** Applies a logged event; `item` is given if the log has it instead of its row. */
  apply(event: StreamEvent, item?: SentItem): void
  /** Its items; how many numbers their vectors have. */
  readonly input: { readonly vectorLength?: number }
  /** How many weights a class has. */
  readonly dimension: number
  /** Predicts the label or labels of an item, and the probability of every class. */
  forecast(item: SentItem): Pick<ItemExplanation, 'predicted' | 'probabilities'>
  /** Predicts the item of a question as the model is now. */
  predictQuestion(id: string): Pick<ItemExplanation, 'predicted' | 'probabilities'>
  explain(id: string): ItemExplanation
  explainItem(item: SentItem): ItemExplanation
  quality(level?: number): Quality | MultiLabelQuality
  /** The same, but each estimate is computed when it is first read. */
  estimates(level?: number): Quality | MultiLabelQuality
  confusion(level?: number, maxClasses?: number): Confusion
  topFeatures(count: number, labels: readonly string[]): readonly TopFeatures[]
  report(): SelfReport | undefined
  linear(): LinearParts
  save(): Uint8Array
}
