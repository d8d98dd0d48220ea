import { createRounds, Random, type Rounds, type Row, sparseRow } from '../../src/internals.js'
import type { RoundsOptions } from '../../src/rounds/create.js'

/** A row as pairs of feature and value, so that it is easily changed, and its label. */
export interface Plain {
  readonly entries: readonly (readonly [feature: number, value: number])[]
  readonly label: number
}

export const rowOf = ({ entries }: Pick<Plain, 'entries'>): Row => {
  const sorted = [...entries].sort(([a], [b]) => a - b)
  return sparseRow(
    sorted.map(([feature]) => feature),
    sorted.map(([, value]) => value),
  )
}

/** Numbers around class centres, on scales of their own; the boundary of two classes bends. */
export const denseStream = (seed: number, rounds: number, classes: number): Plain[] => {
  const random = new Random(seed, 'auto dense')
  return Array.from({ length: rounds }, () => {
    const own = random.below(classes)
    const entries = Array.from({ length: 6 }, (_, j): [number, number] => {
      const shift = j % classes === own ? 1.6 : 0
      return [j + 1, (random.normal() + shift) * 10 ** (j - 2) + j]
    })
    return { entries, label: random.uniform() < 0.05 ? random.below(classes) : own }
  })
}

/** Few words of some hundred, with counts; a third of them belongs to a class. */
export const sparseStream = (seed: number, rounds: number, classes: number): Plain[] => {
  const random = new Random(seed, 'auto sparse')
  return Array.from({ length: rounds }, () => {
    const label = random.below(classes)
    const words = new Map<number, number>()
    for (let k = 0; k < 9; k++) {
      const isCommon = random.uniform() < 0.6
      const word = isCommon ? 1 + random.below(200) : 300 + 30 * label + random.below(30)
      words.set(word, 1 + random.below(4))
    }
    return { entries: [...words], label }
  })
}

interface Told {
  readonly predicted: number
  readonly asked: boolean
  readonly probability: number
}

export interface Run {
  readonly rounds: readonly Told[]
  /** The share of right predictions over the second half. */
  readonly accuracy: number
  readonly asker: Rounds
}

/** An asker of `auto` on a stream: what it decided, and how good that was. */
export const run = (
  stream: readonly Plain[],
  classes: number,
  options: Partial<RoundsOptions> = {},
  ratio = 0.2,
): Run => {
  const parameters = { ratio, horizon: stream.length, ...options.parameters }
  const asker = createRounds({ algorithm: 'auto', classes, seed: 3, ...options, parameters })
  let right = 0
  const rounds = stream.map((plain, t): Told => {
    const row = rowOf(plain)
    const { predicted, asked, probability } = asker.observe(row)
    if (t >= stream.length / 2 && predicted === plain.label) right++
    if (asked) asker.learn(plain.label)
    return { predicted, asked, probability }
  })
  return { rounds, accuracy: right / (stream.length - Math.ceil(stream.length / 2)), asker }
}

/** Says with which seed a check failed. */
export const withSeeds = (seeds: readonly number[], check: (random: Random, seed: number) => void): void => {
  for (const seed of seeds)
    try {
      check(new Random(seed, 'auto test'), seed)
    } catch (error) {
      throw new Error(`seed ${seed}: ${error}`, { cause: error })
    }
}
