import type { ColumnRole, ColumnSpec, FieldValue, PlainContent, TextPlace } from '@askance/data'

/** What the user changed: the roles of columns. */
export interface Corrections {
  readonly columns: Readonly<Record<string, ColumnSpec>>
  /** Whether no column is the label, whatever it may look like. */
  readonly noLabel: boolean
  /** Whether invalid records are left out. */
  readonly skip: boolean
}

export const noCorrections: Corrections = { columns: {}, noLabel: false, skip: false }

/** A column as it was understood. */
export interface FileColumn {
  readonly name: string
  readonly role: ColumnRole
  readonly why?: string
  /** Some of its first values. */
  readonly samples: readonly string[]
}

/** What is known of a file before all of it was read. */
export interface Understood {
  readonly name: string
  readonly format: string
  /** Empty if the format has no columns. */
  readonly columns: readonly FileColumn[]
  readonly notes: readonly string[]
  /** The first items, as one line each. */
  readonly preview: readonly string[]
}

export type ReadingEvent =
  | { readonly kind: 'understood'; readonly understood: Understood }
  /** `share` is from 0 to 1; undefined if unknown. */
  | { readonly kind: 'reading'; readonly items: number; readonly share: number | undefined }

/** What is known after all of it was read. */
export interface FileFacts extends Understood {
  readonly items: number
  /** Invalid records that were left out. */
  readonly skipped: number
  /** The classes that it has labels of. */
  readonly labels: readonly { readonly name: string; readonly count: number }[]
  /** Where items have their text, if they do, so that other texts can be examples. */
  readonly textPlace?: TextPlace
}

/** An item as it is sent; examples have a label. */
export interface OutgoingItem extends PlainContent {
  readonly id: string
  /** The values of the columns of the file. */
  readonly fields?: readonly FieldValue[]
  readonly label?: string
}

/** The labels that are sent: those of the file in these classes, and those chosen for items. */
export interface KnownLabels {
  readonly classes: readonly string[]
  readonly chosen: Readonly<Record<string, string>>
}
