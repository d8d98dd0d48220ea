import { Random, type Row, RowTable, sparseRow } from '../../src/internals.js'

export interface Example {
  readonly row: Row
  readonly label: number
}

export interface Stream {
  /** All rows are windows on this one table, so that a write beyond a row shows as well. */
  readonly table: RowTable
  readonly examples: readonly Example[]
}

interface Draft {
  readonly indices: number[]
  readonly values: number[]
}

/** Draws row after row; t counts from 0. */
type Drafter = (t: number) => Draft

const power = (random: Random, least: number, most: number): number =>
  (random.uniform() < 0.5 ? -1 : 1) * 10 ** (least + (most - least) * random.uniform())

/** Each index from `first` to `last` with the given chance. */
const scattered = (
  random: Random,
  first: number,
  last: number,
  chance: number,
  value: () => number,
): Draft => {
  const indices: number[] = []
  for (let i = first; i <= last; i++) if (random.uniform() < chance) indices.push(i)
  return { indices, values: indices.map(value) }
}

const scaledTo = ({ indices, values }: Draft, length: number): Draft => {
  const factor = length / (Math.hypot(...values) || 1)
  return { indices, values: values.map((value) => value * factor) }
}

const drafters = {
  sparse: (random) => () => scattered(random, 1, 30, 0.2, () => random.normal()),
  dense: (random) => () => scattered(random, 1, 6, 1, () => random.normal()),
  'of unit length': (random) => () =>
    scaledTo(
      scattered(random, 1, 8, 0.7, () => random.normal()),
      1,
    ),
  boolean: (random) => () => scattered(random, 1, 12, 0.3, () => 1),
  'half empty': (random) => () =>
    scattered(random, 1, 10, random.uniform() < 0.5 ? 0 : 0.5, () => random.normal()),
  'with explicit zeros': (random) => (t) =>
    scattered(random, 1, 8, 0.6, () => (t % 3 === 0 || random.uniform() < 0.4 ? 0 : random.normal())),
  repeated: (random) => {
    const pool = Array.from({ length: 4 }, () => scattered(random, 1, 8, 0.5, () => random.normal()))
    return () => pool[random.below(pool.length)]
  },
  huge: (random) => () => scattered(random, 1, 8, 0.5, () => power(random, 90, 99.9)),
  tiny: (random) => () => scattered(random, 1, 8, 0.5, () => power(random, -300, -100)),
  'of mixed sizes': (random) => () => {
    const [least, most] = [
      [-1, 1],
      [90, 99.9],
      [-300, -100],
      [-20, 20],
    ][random.below(4)]
    return scattered(random, 1, 8, 0.5, () => power(random, least, most))
  },
  'mixed within rows': (random) => () =>
    scattered(random, 1, 8, 0.5, () =>
      power(random, [-300, -2, 60][random.below(3)], [-100, 2, 99.9][random.below(3)]),
    ),
  'of one class': (random) => () => scattered(random, 1, 8, 0.5, () => random.normal()),
  'with new features late': (random) => (t) =>
    scattered(random, 1 + t, 6 + 3 * t, 3 / (6 + 2 * t), () => random.normal()),
} satisfies Record<string, (random: Random) => Drafter>

export type StreamKind = keyof typeof drafters

export const streamKinds = Object.keys(drafters) as StreamKind[]

/** Streams on which rounding only ever moves the last bits. */
export const ordinaryKinds: readonly StreamKind[] = [
  'sparse',
  'dense',
  'of unit length',
  'with new features late',
]

const IS_SOAK = Boolean(process.env.ASKANCE_SOAK)

/** All kinds in soak runs; otherwise every n-th, beginning elsewhere in each place, with the seed that it has in both. */
export const kindsFor = (
  place: number,
  every: number,
  kinds: readonly StreamKind[] = ordinaryKinds,
): readonly (readonly [number, StreamKind])[] =>
  [...kinds.entries()].filter(([k]) => IS_SOAK || (k + place) % every === 0)

/** The class whose hidden weights like the row best; one label in ten is drawn blindly. */
const labelOf = ({ indices, values }: Draft, classes: number, random: Random): number => {
  const blind = random.below(classes)
  if (random.uniform() < 0.1) return blind
  const liking = (c: number): number =>
    indices.reduce(
      (sum, i, k) => sum + Math.sin(12.9898 * i + 78.233 * c) * Math.max(-1, Math.min(1, values[k])),
      0,
    )
  const likings = Array.from({ length: classes }, (_, c) => liking(c))
  return likings.indexOf(Math.max(...likings))
}

export const makeStream = (kind: StreamKind, seed: number, rounds: number, classes = 2): Stream => {
  const random = new Random(seed, `stream ${kind}`)
  const draft = (drafters[kind] as (random: Random) => Drafter)(random)
  const table = new RowTable()
  const labels: number[] = []
  for (let t = 0; t < rounds; t++) {
    const drawn = draft(t)
    table.push(sparseRow(drawn.indices, drawn.values))
    labels.push(kind === 'of one class' ? seed % classes : labelOf(drawn, classes, random))
  }
  return { table, examples: labels.map((label, t) => ({ row: table.row(t), label })) }
}

/** One more than the highest index of a stream. */
export const dimensionOf = ({ table }: Stream): number =>
  1 + Math.max(...table.index.subarray(0, table.entries))
