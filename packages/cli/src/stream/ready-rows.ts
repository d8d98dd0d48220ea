import type { FeatureItem, Input, Row, State } from '@askance/core'
import type { RowKind } from '@askance/core/internals'
import { emptyRow, INTERCEPT } from '@askance/core/internals'
import { type IndexBase, ItemInput } from '@askance/data'
import { cliError } from '../errors.js'

const EMPTY = emptyRow()

/**
 * The input of a model in this program. Files are read in batches and converted to rows before the model sees them, so its
 * items are rows. It saves the converter, which other programs need to open the model.
 */
export class ReadyRows implements Input<FeatureItem> {
  readonly items: ItemInput
  /** The first feature index of the data, for feature names. */
  base: IndexBase = 1

  constructor(items: ItemInput) {
    this.items = items
  }

  /** The input described by a model file. The kind `features` of the library means rows, or names it has numbered. */
  static of(kind: string, config: object): ReadyRows {
    if (kind !== 'items' && kind !== 'features') throw cliError('model/custom-input', { kind })
    return new ReadyRows(new ItemInput(kind === 'items' ? config : {}))
  }

  get kind(): string {
    return this.items.vectorizer ? 'items' : 'features'
  }

  get config(): object {
    return this.items.vectorizer ? this.items.config : {}
  }

  get rows(): RowKind {
    return this.items.rows
  }

  row({ row = EMPTY }: FeatureItem): Row {
    return row
  }

  /** The name in the user's file. */
  nameOf(feature: number): string | undefined {
    if (feature === INTERCEPT) return undefined
    const name = this.items.nameOf(feature)
    return name === undefined || name === String(feature) ? String(feature - 1 + this.base) : name
  }

  signOf(feature: number): number {
    return this.items.signOf(feature)
  }

  save(): State {
    return this.items.save()
  }

  load(state: State): void {
    this.items.load(state)
  }
}
