import { type ModelConfig, type Row, type State, stateIn } from '@askance/core'
import { type Cell, type Column, type Item, Vectorizer, type VectorizerConfig } from '@askance/data'
import { cliError } from '../errors.js'

/** Makes rows of items, and carries what was learned for it. Items that are rows already stay what they are. */
export class RowMaker {
  readonly vectorizer: Vectorizer | undefined
  /** Where each column of the vectorizer stands in the items; undefined where they agree. */
  #places: readonly number[] | undefined

  constructor(config: VectorizerConfig | undefined) {
    this.vectorizer = config && new Vectorizer(config)
  }

  /** The columns of the items to come: other data may have them in another order, or lack some. */
  align(columns: readonly Column[]): void {
    const wanted = this.vectorizer?.config.columns ?? []
    const places = wanted.map(({ name }) => columns.findIndex((column) => column.name === name))
    const agrees = wanted.length === columns.length && places.every((place, k) => place === k)
    this.#places = agrees ? undefined : places
  }

  /** The row of an item, valid until the next call. */
  row(item: Item, learning: boolean): Row {
    if (this.vectorizer) return this.vectorizer.vectorize(this.#aligned(item), learning)
    if (item.row) return item.row
    throw cliError('data/rows', { found: contentOf(item) }, { line: item.line })
  }

  #aligned(item: Item): Item {
    const { cells } = item
    if (!this.#places || !cells) return item
    return { ...item, cells: this.#places.map((place): Cell => cells[place] ?? null) }
  }

  save(): State {
    return this.vectorizer?.save() ?? {}
  }
}

const contentOf = ({ text, features, cells }: Item): string =>
  text !== undefined ? 'text' : features ? 'named features' : cells ? 'columns' : 'nothing'

/** How a model makes its rows; undefined where they are rows already. */
export const vectorizerIn = (input: ModelConfig['input']): VectorizerConfig | undefined =>
  input?.vectorizer as VectorizerConfig | undefined

/** The maker that a model was saved with. */
export const makerIn = ({ input }: ModelConfig, extra: State): RowMaker => {
  const maker = new RowMaker(vectorizerIn(input))
  maker.vectorizer?.load(stateIn(extra, 'vectorizer'))
  return maker
}
