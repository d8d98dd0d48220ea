import { coreError } from '../errors.js'
import type { RowKind } from '../rounds/preparation-for.js'
import { type Row, sparseRow } from '../rows/row.js'
import { bytesIn, type State } from '../state/state.js'

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
  /** The name of a feature, for explanations. */
  nameOf?(index: number): string | undefined
  /** The sign of a feature, 1 or −1, if rows contain some features negated. */
  signOf?(index: number): number
  save(): State
  load(state: State): void
}

/** An item given as a row or as named features. */
export interface FeatureItem {
  readonly row?: Row
  readonly features?: Readonly<Record<string, number>>
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
 */
export class FeatureInput implements Input<FeatureItem> {
  readonly kind = 'features'
  readonly config = {}
  readonly rows = 'features'
  readonly #names: string[] = []
  readonly #places = new Map<string, number>()
  #new: string[] = []

  row({ row, features }: FeatureItem, learning: boolean): Row {
    this.#new = []
    if (row) return row
    if (!features) throw coreError('item/empty')
    const entries: [number, number][] = []
    for (const [name, value] of Object.entries(features)) {
      const place = this.#places.get(name) ?? (learning ? this.#add(name) : undefined)
      if (place !== undefined && value !== 0) entries.push([place, value])
    }
    entries.sort((a, b) => a[0] - b[0])
    return sparseRow(
      entries.map(([place]) => place),
      entries.map(([, value]) => value),
    )
  }

  #add(name: string): number | undefined {
    if (this.#names.length >= MAX_NAMES) return undefined
    this.#new.push(name)
    this.#names.push(name)
    this.#places.set(name, this.#names.length)
    return this.#names.length
  }

  learned(): readonly string[] | undefined {
    return this.#new.length > 0 ? this.#new : undefined
  }

  relearn(names: unknown): void {
    for (const name of names as readonly string[]) if (!this.#places.has(name)) this.#add(name)
  }

  nameOf(index: number): string | undefined {
    return this.#names[index - 1]
  }

  save(): State {
    return { names: new TextEncoder().encode(JSON.stringify(this.#names)) }
  }

  load(state: State): void {
    this.#names.length = 0
    this.#places.clear()
    this.relearn(JSON.parse(new TextDecoder().decode(bytesIn(state, 'names'))))
    this.#new = []
  }
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
