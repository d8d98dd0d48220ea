import type { Question } from './question.js'

/** A larger block is split in two. */
const MAX_PER_BLOCK = 1024

/**
 * The open questions in the order of asking. There may be a million, so they are stored in blocks: removing or inserting one
 * moves few others.
 */
export class OpenQuestions {
  #blocks: Question[][] = []
  #length = 0

  get length(): number {
    return this.#length
  }

  *[Symbol.iterator](): IterableIterator<Question> {
    for (const block of this.#blocks) yield* block
  }

  /** Inserts a question by its round of asking. */
  add(question: Question): void {
    this.#length++
    const k = Math.max(0, this.#blockOf(question.t))
    const block = this.#blocks[k]
    if (!block) this.#blocks.push([question])
    else {
      block.splice(placeOf(block, question.t), 0, question)
      if (block.length > MAX_PER_BLOCK) this.#blocks.splice(k + 1, 0, block.splice(MAX_PER_BLOCK / 2))
    }
  }

  remove({ t }: Question): void {
    const k = this.#blockOf(t)
    const block = this.#blocks[k]
    const place = block ? placeOf(block, t) : 0
    if (block?.[place]?.t !== t) return
    this.#length--
    block.splice(place, 1)
    if (block.length === 0) this.#blocks.splice(k, 1)
  }

  /** The question at a position, from 0. */
  at(place: number): Question | undefined {
    let before = 0
    for (const block of this.#blocks) {
      if (place < before + block.length) return block[place - before]
      before += block.length
    }
    return undefined
  }

  /** The latest questions, newest first. */
  *latest(most: number): IterableIterator<Question> {
    for (let k = this.#blocks.length - 1, left = most; k >= 0 && left > 0; k--) {
      const block = this.#blocks[k]
      for (let j = block.length - 1; j >= 0 && left > 0; j--, left--) yield block[j]
    }
  }

  /** The last block that starts at or before a round; −1 if there is none. */
  #blockOf(t: number): number {
    let low = 0
    let high = this.#blocks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#blocks[middle][0].t <= t) low = middle + 1
      else high = middle
    }
    return low - 1
  }
}

/** The position of a round's question in a block, or where it would be inserted. */
const placeOf = (block: readonly Question[], t: number): number => {
  let low = 0
  let high = block.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (block[middle].t < t) low = middle + 1
    else high = middle
  }
  return low
}
