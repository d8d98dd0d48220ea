import type { BudgetSpec } from '../budget/budget.js'
import type { ClassifierEvent, Observed, PlainRow } from '../classifier/events.js'

/**
 * Everything that one call did to a multi-label classifier, as plain JSON: the events of the parts, in order. Applying
 * them to the parts rebuilds the state.
 */
export interface MultiLabelEvent {
  /** What the call did. */
  readonly type:
    | 'observed'
    | 'taught'
    | 'answered'
    | 'closed'
    | 'forgotten'
    | 'reopened'
    | 'reviewed'
    | 'rebudgeted'
  /** The item, if the call was about one. */
  readonly id?: string
  /** The prepared row, stored once: it is removed from the events of the parts. */
  readonly row?: PlainRow
  /** What the input learned from the item. */
  readonly input?: unknown
  /** The new budget of pairs, if it was replaced. */
  readonly budget?: BudgetSpec
  readonly parts: readonly PartEvent[]
}

/** An event of the part of a class. */
export interface PartEvent {
  readonly label: string
  readonly event: ClassifierEvent
}

/** What was decided about an item. */
export interface MultiLabelObserved {
  readonly id: string
  /** The round, counted from 1. */
  readonly t: number
  /** The predicted labels: none, one or several. */
  readonly predicted: readonly string[]
  /** The classes that are asked about. */
  readonly asked: readonly string[]
  /** The decision of each part, by class. */
  readonly decisions: Readonly<Record<string, Observed>>
}

/** The row of an event, if it has one: all parts prepare the same row. */
export const rowIn = (event: ClassifierEvent): PlainRow | undefined => {
  if (event.type === 'observed') return event.trace.row
  return event.type === 'taught' ? event.row : undefined
}

const NO_ROW: PlainRow = { index: [], value: [] }

export const withoutRow = (event: ClassifierEvent): ClassifierEvent => {
  if (event.type === 'taught') return { ...event, row: NO_ROW }
  if (event.type !== 'observed') return event
  const { row: _, ...trace } = event.trace
  return { ...event, trace }
}

export const withRow = (event: ClassifierEvent, row: PlainRow | undefined): ClassifierEvent => {
  if (!row) return event
  if (event.type === 'taught') return { ...event, row }
  return event.type === 'observed' ? { ...event, trace: { ...event.trace, row } } : event
}
