import { DESIGN, type Design } from '../../src/auto/design.js'
import type { Draws } from '../../src/auto/draws.js'
import { Random, RowTable } from '../../src/internals.js'

const WORD = (1n << 64n) - 1n

/** The constants of the prototype that this was first built after, without its waves and its alarm: tests compare with its decisions. */
export const PROTOTYPE: Design = {
  ...DESIGN,
  spread: 0,
  maxKernelFeatures: 0,
  minTopicRows: Number.POSITIVE_INFINITY,
  discoveryFrom: Number.POSITIVE_INFINITY,
  priorFrom: Number.POSITIVE_INFINITY,
  historyFrom: Number.POSITIVE_INFINITY,
  refitUntil: 0,
}

/** SplitMix64, as the prototype of `auto` draws its numbers. */
export class SplitMix {
  #state: bigint

  constructor(seed: bigint) {
    this.#state = (seed * 0x9e3779b97f4a7c15n + 12345n) & WORD
  }

  uniform(): number {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & WORD
    let z = this.#state
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD
    return Number((z ^ (z >> 31n)) >> 11n) / 2 ** 53
  }
}

/** The draws of the prototype. */
export const prototypeDraws = (): Draws => {
  const replays = new SplitMix(99n)
  return {
    replay: () => replays.uniform(),
    save: () => ({}),
    load() {},
  }
}

interface MadeSet {
  readonly classes: number
  readonly rows: RowTable
  readonly labels: Int32Array
}

/** Values are those of single precision, which the prototype reads. */
const made = (
  classes: number,
  rounds: number,
  draw: (t: number) => [number, [number, number][]],
): MadeSet => {
  const rows = new RowTable()
  const labels = new Int32Array(rounds)
  for (let t = 0; t < rounds; t++) {
    const [label, entries] = draw(t)
    labels[t] = label
    const index = Int32Array.from(entries, ([feature]) => feature)
    const value = Float64Array.from(entries, ([, x]) => Math.fround(x))
    rows.push({ index, value, start: 0, end: index.length })
  }
  return { classes, rows, labels }
}

/** Numbers whose classes part at a ring, on scales of their own. */
const rings = (): MadeSet => {
  const random = new Random(1, 'rings')
  return made(2, 1200, () => {
    const x = Array.from({ length: 6 }, () => random.normal())
    const label = x[0] ** 2 + x[1] ** 2 > 1.8 === random.uniform() > 0.05 ? 1 : 0
    return [label, x.map((z, j) => [j + 1, z * 10 ** (j - 2) + j])]
  })
}

/** Few words of many, some of which belong to a class, with counts. */
const words = (): MadeSet => {
  const random = new Random(2, 'words')
  return made(2, 1200, () => {
    const label = random.uniform() < 0.3 ? 1 : 0
    const entries = new Map<number, number>()
    for (let k = 0; k < 12; k++) {
      const common = random.uniform() < 0.6
      const word = 1 + Math.floor(1500 * random.uniform() ** 3)
      entries.set(common ? word : 2000 + 40 * label + random.below(40), 1 + random.below(3))
    }
    return [label, [...entries].sort(([a], [b]) => a - b)]
  })
}

/** Four classes around four centres, and indicators that are seldom there. */
const centres = (): MadeSet => {
  const random = new Random(3, 'centres')
  return made(4, 1000, () => {
    const label = random.below(4)
    const entries: [number, number][] = []
    for (let j = 0; j < 5; j++) entries.push([j + 1, random.normal() + (j === label ? 1.5 : 0)])
    for (let j = 6; j < 30; j++) if (random.uniform() < (j % 4 === label ? 0.2 : 0.05)) entries.push([j, 1])
    return [label, entries]
  })
}

export const madeSets: Readonly<Record<string, () => MadeSet>> = { rings, words, centres }
