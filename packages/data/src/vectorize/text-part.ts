import type { State } from '@askance/core'
import { stateIn } from '@askance/core/internals'
import type { Item } from '../item.js'
import { FeatureBag } from './bag.js'
import type { TextConfig } from './config.js'
import { Frequencies, logOf } from './frequencies.js'
import { Grams } from './grams.js'
import type { FeatureIndex } from './indexes.js'
import type { Mark } from './murmur3.js'
import { email, plain, url } from './presets.js'
import type { RowBuilder } from './row-builder.js'
import { englishStopWords } from './stop-words.js'
import { Tokens } from './tokens.js'

const presets = { plain, email, url }

/** The text features of a row. */
export class TextPart {
  readonly #config: TextConfig
  readonly #index: FeatureIndex
  readonly #tokens: Tokens
  readonly #bag: FeatureBag
  readonly #grams: Grams
  readonly #frequencies: Frequencies | undefined

  constructor(config: TextConfig, index: FeatureIndex) {
    this.#config = config
    this.#index = index
    this.#tokens = new Tokens({
      lowercase: config.lowercase,
      stopWords: config.stopWords === 'english' ? englishStopWords() : undefined,
      segments: config.characters !== null && config.within === 'text',
    })
    this.#bag = new FeatureBag(this.#tokens)
    this.#grams = new Grams(config)
    this.#frequencies = config.weight === 'tfidf' ? new Frequencies() : undefined
  }

  begin(): void {
    this.#tokens.clear()
  }

  add(text: string, mark?: Mark, meta?: Item['meta']): void {
    presets[this.#config.preset](this.#tokens, text, mark, meta)
  }

  /** Weights the collected features and writes them to an empty builder. */
  finish(builder: RowBuilder, learning: boolean): void {
    const bag = this.#bag
    const index = this.#index
    this.#grams.collect(this.#tokens, bag)
    const { hashes, counts, size } = bag
    const indices = index.indicesOf(bag, this.#tokens.bytes, learning)
    builder.reserve(size)
    const { index: own, value } = builder
    const isCount = this.#config.weight === 'tf'
    let end = 0
    for (let slot = 0; slot < size; slot++) {
      const at = indices[slot]!
      if (at === 0) continue
      const count = counts[slot]!
      own[end] = at
      value[end++] = index.signOf(hashes[slot]!) * (isCount ? count : this.#weight(count))
    }
    builder.size = end
    builder.settle()
    if (this.#frequencies) {
      if (learning) this.#frequencies.count(builder.index, builder.size)
      this.#frequencies.weigh(builder.index, builder.value, builder.size)
    }
    if (this.#config.normalize === 'l2') builder.normalize()
  }

  #weight(count: number): number {
    const { weight } = this.#config
    return weight === 'tf' ? count : weight === 'binary' || count === 1 ? 1 : 1 + logOf(count)
  }

  save(): State {
    return this.#frequencies ? { frequencies: this.#frequencies.save() } : {}
  }

  load(state: State): void {
    this.#frequencies?.load(stateIn(state, 'frequencies'), this.#index.most)
  }
}
