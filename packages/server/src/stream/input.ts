import { FeatureInput, type Input, type Row, type State, sparseRow } from '@askance/core'
import { type Item, type TextItem, textInput, usualVectorizer, type VectorizerConfig } from '@askance/data'
import { serverError } from '../errors.js'
import type { SentItem } from './operations.js'

export type Shape = VectorizerConfig | 'rows'

/** What the first items tell of how to make rows of all. */
export const shapeOf = (items: readonly SentItem[], classes: number): Shape => {
  const usual = usualVectorizer({ columns: [], sample: items.map(wholeItem), classes })
  if (!usual) return 'rows'
  // Brought to mean 0, a category that is always 1 where it is there would vanish.
  const scaling = items.some(hasCategory) ? 'max' : 'standard'
  return usual.features?.scaling === 'standard' ? { ...usual, features: { scaling } } : usual
}

const hasCategory = ({ features }: SentItem): boolean =>
  Object.values(features ?? {}).some((value) => typeof value === 'string')

/** Refuses an item of which this stream can make no row; `number` is its place in the request, from 1. */
export const checkShape = ({ text, features, row }: SentItem, shape: Shape, number: number): void => {
  const fault = (reason: string): Error => serverError('item/shape', { number, reason })
  if (shape === 'rows') {
    if (!row) throw fault('this stream takes numbered rows, and this is none')
    return
  }
  if (row) throw fault('this stream takes texts or named features, and this is a numbered row')
  if (text !== undefined && !shape.text) throw fault('this stream takes named features, and this has a text')
  if (features && !shape.features) throw fault('this stream takes texts alone, and this has named features')
  for (const [name, value] of Object.entries(features ?? {}))
    if (typeof value === 'number' && !Number.isFinite(value))
      throw fault(`the feature ${name} is ${value}, expected a finite number`)
}

/** Reads items as they are sent. */
export class StreamInput implements Input<SentItem> {
  readonly #rows: Input<never> | undefined
  readonly #texts: Input<TextItem> | undefined

  constructor(shape: Shape) {
    if (shape === 'rows') this.#rows = new FeatureInput() as unknown as Input<never>
    else this.#texts = textInput(shape)
  }

  row(item: SentItem, learning: boolean): Row {
    if (this.#texts) return this.#texts.row(wholeItem(item), learning)
    // JSON, and so the log, knows no −0.
    const value = item.row?.value.map((one) => one + 0) ?? []
    return sparseRow(item.row?.index ?? [], value)
  }

  learned(): unknown {
    return this.#texts?.learned?.()
  }

  relearn(learned: unknown): void {
    this.#texts?.relearn?.(learned)
  }

  nameOf(index: number): string | undefined {
    return this.#texts ? this.#texts.nameOf?.(index) : String(index)
  }

  signOf(index: number): number {
    return this.#texts?.signOf?.(index) ?? 1
  }

  save(): State {
    return (this.#texts ?? this.#rows)?.save() ?? {}
  }

  load(state: State): void {
    ;(this.#texts ?? this.#rows)?.load(state)
  }
}

/** As the data room has it: numbers by name; a category is a feature of its own, which is there or not. */
const wholeItem = ({ text, features, row, meta }: SentItem): Item => {
  const names: string[] = []
  const values: number[] = []
  for (const [name, value] of Object.entries(features ?? {})) {
    if (value === null) continue
    names.push(typeof value === 'string' ? `${name}=${value}` : name)
    values.push(typeof value === 'string' ? 1 : value)
  }
  return {
    line: 1,
    ...(text !== undefined && { text }),
    ...(features && { features: { names, values } }),
    ...(row && { row: sparseRow(row.index, row.value) }),
    ...(meta && { meta }),
  }
}
