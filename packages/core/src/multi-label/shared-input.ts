import type { Input } from '../classifier/input.js'
import type { RowKind } from '../rounds/preparation-for.js'
import { emptyRow, type Row } from '../rows/row.js'
import type { State } from '../state/state.js'

/**
 * One input for all parts: it makes the row of an item once, and learns from the item once. Alone, a part would make the
 * same row with an input of its own.
 */
export class SharedInput<Item> implements Input<Item> {
  readonly #input: Input<Item>
  #row = emptyRow()
  #looked: { readonly item: Item; readonly row: Row } | undefined

  constructor(input: Input<Item>) {
    this.#input = input
  }

  get kind(): string {
    return this.#input.kind
  }

  get config(): object {
    return this.#input.config
  }

  get rows(): RowKind {
    return this.#input.rows
  }

  /** Makes the row of the item that all parts observe next; returns what the input learned from it. */
  take(item: Item): unknown {
    this.#row = this.#input.row(item, true)
    return this.#input.learned?.()
  }

  /** Makes the row of an item once for all parts that read it, until another item or none is looked at. */
  look(item: Item | undefined): void {
    this.#looked = item === undefined ? undefined : { item, row: this.#input.row(item, false) }
  }

  row(item: Item, learning: boolean): Row {
    if (learning) return this.#row
    return this.#looked?.item === item ? this.#looked.row : this.#input.row(item, false)
  }

  nameOf(index: number): string | undefined {
    return this.#input.nameOf?.(index)
  }

  signOf(index: number): number {
    return this.#input.signOf?.(index) ?? 1
  }

  /** Empty: the input is saved once, not with every part. */
  save(): State {
    return {}
  }

  load(): void {}
}
