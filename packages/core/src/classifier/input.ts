import { coreError } from '../errors.js'
import type { RowKind } from '../rounds/preparation-for.js'
import { emptyRow, MAX_VALUE, type Row, sparseRow } from '../rows/row.js'
import { VectorPart } from '../rows/vector.js'
import { shownValue } from '../shown.js'
import { bytesIn, numberIn, type State } from '../state/state.js'

/** Turns items into rows. It may learn from items: indices for names, weights for words. */
export interface Input<Item> {
  /** The kind under which it is registered with `registerInput`. */
  readonly kind: string
  /** Plain JSON from which an equal, untrained input can be created; stored in model files. */
  readonly config: object
  /** The kind of rows, which decides how they are scaled. */
  readonly rows: RowKind
  /** The row of an item, valid until the next call. With `learning` the input may learn from it. */
  row(item: Item, learning: boolean): Row
  /** What the input learned from the last item; a replay passes it to `relearn`. */
  learned?(): unknown
  /** Applies a result of `learned` again. */
  relearn?(learned: unknown): void
  /** How many numbers the vectors of items have; 0 before the first one. */
  readonly vectorLength?: number
  /** The name of a feature, for explanations. */
  nameOf?(index: number): string | undefined
  /** The sign of a feature, 1 or −1, if rows contain some features negated. */
  signOf?(index: number): number
  save(): State
  load(state: State): void
}

/** An item given as a row, as named features, as a vector, or with features and a vector. */
export interface FeatureItem {
  readonly row?: Row
  readonly features?: Readonly<Record<string, number>>
  /** An embedding. All items of a stream have vectors of the same length, or none. Only `auto` uses it. */
  readonly vector?: ArrayLike<number>
}

/** Further names are ignored. */
const MAX_NAMES = 2 ** 20

/**
 * Takes rows as they are, and numbers named features in order of appearance.
 *
 * @example
 * const input = new FeatureInput()
 * input.row({ features: { age: 40, member: 1 } }, true).value // => new Float64Array([40, 1])
 * input.row({ features: { member: 1 } }, true).index // => new Int32Array([2])
 * input.nameOf(1) // => 'age'
 * input.row({ vector: [3, 4] }, true).end // => 2
 * input.row({ vector: [3, 4, 5] }, true) // => throws vector/length
 */
export class FeatureInput implements Input<FeatureItem> {
  readonly kind = 'features'
  readonly config = {}
  readonly rows = 'features'
  readonly #names: string[] = []
  readonly #places = new Map<string, number>()
  readonly #vector = new VectorPart()
  #new: string[] = []

  row(item: FeatureItem, learning: boolean): Row {
    checkItem(item)
    const unit = this.#vector.check(item.vector)
    return this.#vector.join(this.#features(item, learning), unit, learning)
  }

  #features({ row, features }: FeatureItem, learning: boolean): Row {
    this.#new = []
    if (row) return checkedRow(row)
    if (!features) return NO_FEATURES
    if (typeof features !== 'object' || Array.isArray(features))
      throw coreError('feature/form', { found: shownValue(features) })
    const entries: [number, number][] = []
    const unknown: string[] = []
    for (const [name, value] of Object.entries(features)) {
      const known = this.#places.get(name)
      if (known === undefined && (!learning || this.#names.length + unknown.length >= MAX_NAMES)) continue
      const place = known ?? this.#names.length + unknown.push(name)
      if (!(typeof value === 'number' && Math.abs(value) <= MAX_VALUE))
        throw coreError('feature/value', { name, value: shownValue(value) })
      if (value !== 0) entries.push([place, value])
    }
    entries.sort((a, b) => a[0] - b[0])
    const made = sparseRow(
      entries.map(([place]) => place),
      entries.map(([, value]) => value),
    )
    // Only now: an invalid value throws above, and no event would record the names of such an item.
    for (const name of unknown) this.#add(name)
    return made
  }

  #add(name: string): void {
    this.#new.push(name)
    this.#names.push(name)
    this.#places.set(name, this.#names.length)
  }

  get vectorLength(): number {
    return this.#vector.dimension
  }

  /** New names, and the dimension of the first vector. */
  learned(): unknown {
    const names = this.#new.length > 0 ? this.#new : undefined
    const { learned: dimension } = this.#vector
    return dimension === undefined ? names : { ...(names && { names }), dimension }
  }

  relearn(learned: unknown): void {
    const { names = [], dimension = this.#vector.dimension } = Array.isArray(learned)
      ? { names: learned }
      : (learned as { readonly names?: readonly string[]; readonly dimension?: number })
    for (const name of names) if (!this.#places.has(name)) this.#add(name)
    this.#vector.dimension = dimension
  }

  nameOf(index: number): string | undefined {
    return this.#names[index - 1]
  }

  save(): State {
    const { dimension } = this.#vector
    const names = new TextEncoder().encode(JSON.stringify(this.#names))
    return { names, ...(dimension > 0 && { dimension }) }
  }

  load(state: State): void {
    this.#names.length = 0
    this.#places.clear()
    this.#vector.dimension = 'dimension' in state ? numberIn(state, 'dimension') : 0
    this.relearn(JSON.parse(new TextDecoder().decode(bytesIn(state, 'names'))))
    this.#new = []
  }
}

const NO_FEATURES = emptyRow()

/** A text needs an input that reads texts, which is in another package. */
const TEXT_HINT = '; texts need `input: textInput()` of @askance/data'

const checkItem = (item: unknown): void => {
  const { row, features, vector, text } = (item ?? {}) as FeatureItem & { readonly text?: unknown }
  if (row || features || vector) return
  const hint = typeof item === 'string' || typeof text === 'string' ? TEXT_HINT : ''
  throw coreError('item/empty', { found: shownValue(item), hint })
}

const checkedRow = (row: Row): Row => {
  if (ArrayBuffer.isView(row.index) && ArrayBuffer.isView(row.value)) return row
  throw coreError('item/row', { found: shownValue(row) })
}

type InputFactory = (config: never) => Input<never>

const factories = new Map<string, InputFactory>([['features', () => new FeatureInput() as Input<never>]])

/**
 * Registers how an input of a kind is created from its configuration, for `Classifier.load`. Importing `@askance/data`
 * registers its inputs.
 */
export const registerInput = (kind: string, build: InputFactory): void => {
  factories.set(kind, build)
}

/** The input for a model file: the given one, or one created from the kind and the configuration in the file. */
export const inputFor = <Item>(
  { kind, config }: { readonly kind: string; readonly config: object },
  given: Input<Item> | ((kind: string, config: object) => Input<Item>) = builtInput<Item>,
): Input<Item> => (typeof given === 'object' ? given : given(kind, config))

const builtInput = <Item>(kind: string, config: object): Input<Item> => {
  const build = factories.get(kind)
  if (!build) throw coreError('model/input', { kind })
  return build(config as never) as unknown as Input<Item>
}
