import type { Input, Row, State } from '@askance/core'
import type { Item } from '../items/item.js'
import type { VectorizerConfig } from './config.js'
import { usualTexts } from './usual.js'
import { Vectorizer } from './vectorizer.js'

/** A text, or an item with a text, named features or cells of a table. */
export type TextItem = string | Pick<Item, 'text' | 'features' | 'cells' | 'meta'>

/**
 * Lets a live classifier read texts, or whatever else a vectorizer makes rows of. What the vectorizer learns from items
 * without labels (names, document frequencies, means) goes the way of all that is learned: where it learns anything, the
 * event of an item holds the item, so that a replay learns the same again.
 *
 * @example
 * const mails = new Classifier({ classes: ['ham', 'spam'] }, textInput())
 * mails.teach('free offer, only today', 'spam')
 * mails.teach('the minutes of the meeting', 'ham')
 * mails.predict('an offer for free') // => 'spam'
 */
export const textInput = (config: VectorizerConfig = usualTexts): Input<TextItem> => new TextInput(config)

class TextInput implements Input<TextItem> {
  readonly #config: VectorizerConfig
  readonly #learns: boolean
  #vectorizer: Vectorizer
  #last: TextItem | undefined

  constructor(config: VectorizerConfig) {
    this.#config = config
    this.#vectorizer = new Vectorizer(config)
    this.#learns = learns(config)
  }

  row(item: TextItem, learning: boolean): Row {
    const row = this.#vectorizer.vectorize(whole(item), learning)
    if (learning) this.#last = item
    return row
  }

  /** The item, as little of it as the row needs. */
  learned(): TextItem | undefined {
    const item = this.#learns ? this.#last : undefined
    if (item === undefined || typeof item === 'string') return item
    const { text, features, cells, meta } = item
    return {
      ...(text !== undefined && { text }),
      ...(features && { features }),
      ...(cells && { cells }),
      ...(meta && { meta }),
    }
  }

  relearn(item: unknown): void {
    this.#vectorizer.vectorize(whole(item as TextItem), true)
  }

  nameOf(index: number): string | undefined {
    return this.#vectorizer.nameOf(index)
  }

  signOf(index: number): number {
    return this.#vectorizer.signOf(index)
  }

  save(): State {
    return this.#vectorizer.save()
  }

  load(state: State): void {
    this.#vectorizer = new Vectorizer(this.#config)
    this.#vectorizer.load(state)
  }
}

/** An item of a stream comes from no line of a file. */
const whole = (item: TextItem): Item => ({ ...(typeof item === 'string' ? { text: item } : item), line: 1 })

/** Whether anything is learned from items without labels. */
const learns = ({ text, columns = [], features, index }: VectorizerConfig): boolean =>
  index.kind === 'dictionary' ||
  index.names > 0 ||
  text?.weight === 'tfidf' ||
  columns.some(({ kind, scaling = 'standard' }) => kind === 'number' && scaling !== 'none') ||
  (features !== undefined && features.scaling !== 'none')
