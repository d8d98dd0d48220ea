import type { AskanceError, State } from '@askance/core'
import type { Coins } from '@askance/core/internals'
import { openBytes, sourceName } from '@askance/data'
import { cliError } from '../../errors.js'

/** Coins from a file: one number in [0, 1) per line. Round t uses line t. */
export class FileCoins implements Coins {
  readonly #source: string
  readonly #coins: Float64Array
  #next: number

  constructor(source: string, coins: Float64Array, next = 0) {
    this.#source = source
    this.#coins = coins
    this.#next = next
  }

  toss(): number {
    const coin = this.#coins[this.#next++]
    if (coin === undefined) throw this.exhausted()
    return coin
  }

  exhausted(): AskanceError {
    const { length } = this.#coins
    return cliError('coins/exhausted', { coins: length }, { source: this.#source, line: length + 1 })
  }

  /** The number of coins left. */
  get left(): number {
    return Math.max(0, this.#coins.length - this.#next)
  }

  /** Continues after this many rounds. */
  seek(rounds: number): void {
    this.#next = rounds
  }

  /** The same coins, starting after this many rounds. */
  after(rounds: number): FileCoins {
    return new FileCoins(this.#source, this.#coins, rounds)
  }

  /** The file holds the coins, and the number of rounds is the position in it. */
  save(): State {
    return {}
  }

  load(): void {}
}

export const readCoins = async (path: string): Promise<FileCoins> => {
  const source = sourceName(path)
  const decoder = new TextDecoder()
  const coins: number[] = []
  let rest = ''
  const take = (line: string): void => {
    const text = line.trim()
    const coin = text === '' ? Number.NaN : Number(text)
    if (!(coin >= 0 && coin < 1))
      throw cliError(
        'coins/value',
        { found: text || 'an empty line' },
        { source, line: coins.length + 1, column: 1 },
      )
    coins.push(coin)
  }
  for await (const chunk of openBytes(path)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
  if (rest.trim() !== '') take(rest)
  return new FileCoins(source, Float64Array.from(coins))
}
