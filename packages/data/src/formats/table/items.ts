import { dataError } from '../../errors.js'
import type { Cell, Item } from '../../items/item.js'
import { canonicalLabel } from '../../labels/canonical.js'
import type { ItemDraft } from '../format.js'
import { detached, Interned, numberOf, shown } from '../words.js'
import { isMissingNumber } from './kinds.js'
import type { Roles } from './roles.js'

/** Where a field stands; asked for only when it is wrong. */
export type FieldPlace = (column: number) => {
  readonly source: string
  readonly line: number
  readonly column?: number
}

/** Makes items of the fields of a table. */
export class ItemMaker {
  readonly #roles: Roles
  readonly #labels = new Interned()
  readonly #categories: readonly Interned[]

  constructor(roles: Roles) {
    this.#roles = roles
    this.#categories = roles.cells.map(() => new Interned())
  }

  /** The item of these fields; null is a field that is missing. */
  item(fields: readonly (string | null)[], line: number, place: FieldPlace): Item {
    const { label, id, text, cells } = this.#roles
    const item: ItemDraft = { line }
    const idText = fields[id]?.trim()
    if (idText) item.id = detached(idText)
    const labelText = fields[label]?.trim()
    if (labelText) item.label = this.#labels.of(canonicalLabel(labelText))
    if (text.length > 0) item.text = this.#text(fields)
    if (cells.length > 0) item.cells = this.#cells(fields, place)
    return item
  }

  #text(fields: readonly (string | null)[]): string {
    const parts = this.#roles.text.map((k) => fields[k] ?? '').filter((part) => part !== '')
    return detached(parts.join('\n\n'))
  }

  #cells(fields: readonly (string | null)[], place: FieldPlace): Cell[] {
    const { cells, columns } = this.#roles
    const made = new Array<Cell>(cells.length)
    for (let k = 0; k < cells.length; k++) {
      const field = fields[cells[k]!] ?? ''
      const { kind, name } = columns[k]!
      if (kind === 'number') {
        const value = numberOf(field)
        if (Number.isNaN(value) && !isMissingNumber(field))
          throw dataError('columns/number', { name, found: shown(field) }, place(cells[k]!))
        made[k] = Number.isNaN(value) ? null : value
      } else if (field === '') made[k] = null
      else made[k] = kind === 'category' ? this.#categories[k]!.of(field) : detached(field)
    }
    return made
  }
}
