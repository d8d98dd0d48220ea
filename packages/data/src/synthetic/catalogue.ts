import type { Parameter, Parameters } from '@askance/core'
import { citations, MAX_INDEX, resolveParameters, suggestion } from '@askance/core/internals'
import { dataError } from '../errors.js'
import { gaussianStream } from './gaussian.js'
import { prototypeStream } from './prototype.js'
import { type LabelledTable, regroupedStream } from './regrouped.js'
import { rotatingHyperplaneStream } from './rotating-hyperplane.js'
import { seaStream } from './sea.js'
import { shiftingGaussianStream } from './shifting-gaussian.js'
import type { SyntheticOptions, SyntheticStream } from './stream.js'
import { type TextLikeOptions, textLikeStream } from './text-like.js'
import { unitCircleStream } from './unit-circle.js'
import { imbalancedStream } from './wrappers.js'

const whole =
  (name: string, symbol: string, summary: string, min: number, max: number) =>
  (value: number): Parameter => ({ name, symbol, default: value, summary, min, max, type: 'whole' })

const share =
  (name: string, symbol: string, summary: string) =>
  (value: number): Parameter => ({ name, symbol, type: 'number', default: value, summary, min: 0, max: 1 })

const MAX_COUNT = Number.MAX_SAFE_INTEGER

/** Parameters shared by several streams; each stream sets its own default. */
const takes = {
  rows: whole('rows', 'T', 'how many rows', 0, MAX_COUNT),
  dimension: whole('dimension', 'd', 'how many features', 1, MAX_INDEX),
  period: whole('period', 'τ', 'number of rows after which the concept changes', 1, MAX_COUNT),
  noise: share('noise', 'η', 'share of rows whose label is replaced by another class'),
  nonZeros: whole('nonZeros', 'k', 'distinct features of a row on average', 1, MAX_INDEX),
  classes: whole('classes', 'K', 'how many classes', 2, 10_000),
  moving: whole('moving', 'k', 'how many weights move', 0, MAX_INDEX),
  change: share('change', 't', 'how far a weight moves with every row'),
  turn: share('turn', 's', 'probability that a weight turns round after a row'),
  shuffle: whole('shuffle', 'π', '1: rows in random order, 0: in the order of the file', 0, 1),
  positives: share('positives', 'ρ', 'share of the last class; 0 leaves it as it comes'),
} as const

/** Declares a synthetic stream; commands and pages are derived from it. */
export interface StreamDeclaration {
  readonly name: string
  readonly summary: string
  /** The publication it comes from. */
  readonly cite?: string
  readonly parameters: readonly Parameter[]
  /** Whether it needs a data set with several classes. */
  readonly needsTable: boolean
  /** The stream with these parameters, defaults for the rest. */
  create(parameters: Parameters, seed: number, table?: LabelledTable): SyntheticStream
}

interface Entry extends Pick<StreamDeclaration, 'name' | 'summary' | 'cite' | 'parameters'> {
  readonly make: (values: SyntheticOptions & TextLikeOptions) => SyntheticStream
}

/** Adds the option to make the last class rare, which draws more rows than it returns. */
const declared = ({ make, parameters, ...entry }: Entry): StreamDeclaration => {
  const all = [...parameters, takes.positives(0)]
  return {
    ...entry,
    parameters: all,
    needsTable: false,
    create: (given, seed) => {
      const values = resolveParameters(entry.name, all, given) as unknown as TextLikeOptions & {
        positives: number
      }
      const { rows, positives: share } = values
      if (share === 0) return make({ ...values, seed })
      const endless = make({ ...values, seed, rows: Number.MAX_SAFE_INTEGER })
      return imbalancedStream(endless, { share, rows, seed })
    },
  }
}

const regroupedParameters = [takes.period(500), takes.shuffle(1), takes.noise(0)]

const regrouped: StreamDeclaration = {
  name: 'regrouped',
  summary: 'a data set of several classes; a random group of them is positive, redrawn every period',
  cite: citations['moroshko-2014']!,
  parameters: regroupedParameters,
  needsTable: true,
  create: (given, seed, table) => {
    if (!table) throw dataError('stream/table', { name: 'regrouped', least: 2 })
    const { period, shuffle, noise } = resolveParameters('regrouped', regroupedParameters, given)
    return regroupedStream(table, { seed, period: period!, shuffle: shuffle === 1, noise: noise! })
  },
}

/** Every synthetic stream by name. */
export const syntheticStreams: readonly StreamDeclaration[] = [
  declared({
    name: 'unit-circle',
    summary: 'points on the unit circle, label 1 with probability (1 + u·x) / 2',
    cite: citations['cesa-bianchi-2009']!,
    parameters: [takes.rows(10_000), { ...takes.dimension(2), min: 2 }, takes.noise(0)],
    make: unitCircleStream,
  }),
  declared({
    name: 'shifting-gaussian',
    summary: 'normal rows, label by the sign of u·x; the target u is redrawn every period',
    cite: citations['moroshko-2014']!,
    parameters: [takes.rows(10_000), takes.dimension(50), takes.period(500), takes.noise(0)],
    make: shiftingGaussianStream,
  }),
  regrouped,
  declared({
    name: 'sea',
    summary: 'three features, label by the sum of two against a threshold that jumps every period',
    cite: 'W. N. Street, Y. Kim: A streaming ensemble algorithm (SEA) for large-scale classification. KDD 2001, 377–382',
    parameters: [takes.rows(50_000), takes.period(12_500), takes.noise(0.1)],
    make: seaStream,
  }),
  declared({
    name: 'rotating-hyperplane',
    summary: 'rows in the unit cube, label by a hyperplane that slowly rotates',
    cite: 'G. Hulten, L. Spencer, P. Domingos: Mining time-changing data streams. KDD 2001, 97–106',
    parameters: [
      takes.rows(10_000),
      takes.dimension(10),
      takes.moving(2),
      takes.change(0.001),
      takes.turn(0.1),
      takes.noise(0.05),
    ],
    make: rotatingHyperplaneStream,
  }),
  declared({
    name: 'text-like',
    summary: 'sparse rows like those of text: words by Zipf’s law, tf-idf weights, unit length',
    parameters: [takes.rows(10_000), takes.dimension(20_000), takes.nonZeros(80), takes.noise(0.05)],
    make: textLikeStream,
  }),
  declared({
    name: 'gaussian',
    summary: 'dense correlated rows with unequal scales; a slightly curved plane separates two classes',
    parameters: [takes.rows(10_000), takes.dimension(54), takes.noise(0.05)],
    make: gaussianStream,
  }),
  declared({
    name: 'prototype',
    summary: 'rows like small pictures, blurred copies of two prototypes for each class',
    parameters: [takes.rows(10_000), takes.dimension(784), takes.classes(10), takes.noise(0.05)],
    make: prototypeStream,
  }),
]

/**
 * The declaration of a synthetic stream by its name.
 *
 * @example
 * const stream = findStream('shifting-gaussian').create({ rows: 100, period: 10 }, 7)
 * stream.dimension // => 50
 * findStream('seas') // => throws synthetic/unknown
 */
export const findStream = (name: string): StreamDeclaration => {
  const found = syntheticStreams.find((stream) => stream.name === name)
  if (found) return found
  const known = syntheticStreams.map((stream) => stream.name)
  throw dataError('synthetic/unknown', { name, hint: suggestion(name, known) })
}
