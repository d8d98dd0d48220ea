import type { Costs, Kernel, Parameters } from '@askance/core'
import * as Type from 'typebox'
import { decisiveMetrics, metricNames } from '../metrics.js'
import { type SetScaling, type SetSource, setScalings } from './protocol.js'

/** `expected` is the text used in error messages. */
const text = Type.String({ minLength: 1, expected: 'a text' })
const truth = Type.Boolean({ expected: 'true or false' })
const finite = Type.Number({ expected: 'a number' })

const whole = (minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, expected: `a whole number from ${minimum} to ${maximum}` })

const oneOf = <const T extends string>(choices: readonly T[]) =>
  Type.Unsafe<T>({ enum: choices, expected: `one of ${choices.join(', ')}` })

const list = <T extends Type.TSchema>(of: T, minItems = 0, maxItems = 10_000) =>
  Type.Array(of, { minItems, maxItems, expected: `a list of ${minItems} to ${maxItems}` })

const record = <T>(of: Type.TSchema) =>
  Type.Unsafe<Readonly<Record<string, T>>>({
    type: 'object',
    additionalProperties: of,
    expected: 'an object',
  })

/** A closed object, so that misspelt fields are errors. */
const object = <T extends Type.TProperties>(fields: T) =>
  Type.Object(fields, { additionalProperties: false, expected: 'an object' })

const optional = Type.Optional

/** The kinds of source, by their distinguishing field; the last is the default. */
export const sourceSchemas = {
  file: object({ file: text }),
  stream: object({ stream: text, parameters: optional(record<number>(finite)), of: optional(text) }),
  data: object({ data: text }),
} as const

const set = object({
  name: text,
  source: Type.Unsafe<SetSource>({ type: 'object', expected: 'an object' }),
  multiLabel: optional(truth),
  labelsSeparator: optional(text),
  labelColumn: optional(text),
  vectors: optional(text),
  first: optional(whole(1, 2 ** 31)),
  sample: optional(whole(1, 2 ** 31)),
  groups: optional(object({ positive: list(text, 1), negative: optional(list(text, 1)) })),
  positive: optional(text),
  positiveShare: optional(
    Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1, expected: 'a number above 0 and below 1' }),
  ),
  scaling: optional(
    Type.Unsafe<SetScaling | readonly SetScaling[]>({
      anyOf: [
        { enum: setScalings },
        { type: 'array', items: { enum: setScalings }, minItems: 1, maxItems: 9 },
      ],
      expected: `one of ${setScalings.join(', ')}, or a list of them`,
    }),
  ),
  intercept: optional(
    Type.Unsafe<number | 'auto'>({ anyOf: [{ const: 'auto' }, finite], expected: 'a number or auto' }),
  ),
  tuningRows: optional(whole(10, 2 ** 31)),
  order: optional(oneOf(['shuffled', 'given'])),
  note: optional(text),
})

const kernel = object({
  type: oneOf(['linear', 'gaussian', 'polynomial']),
  sigma2: optional(finite),
  degree: optional(finite),
  offset: optional(finite),
})

const algorithm = object({
  name: text,
  label: optional(text),
  rankedAs: optional(text),
  parameters: optional(Type.Unsafe<Parameters>(record<number>(finite))),
  grid: optional(record<readonly number[]>(list(finite, 1, 1000))),
  kernel: optional(Type.Unsafe<Kernel>(kernel)),
  unitRows: optional(truth),
  sets: optional(list(text)),
  role: optional(oneOf(['compared', 'random', 'supervised'])),
})

const tuning = object({
  method: optional(oneOf(['exhaustive', 'halving', 'none'])),
  folds: optional(whole(2, 100)),
  score: optional(oneOf(['online', 'held-out'])),
  mostRows: optional(whole(10, 2 ** 31)),
})

const ratio = Type.Number({ exclusiveMinimum: 0, maximum: 1, expected: 'a number above 0 and at most 1' })

/** The weights of errors, if they are not `balance`. */
export const weightsSchema = object({
  sensitivityWeight: optional(finite),
  specificityWeight: optional(finite),
  falseNegative: optional(finite),
  falsePositive: optional(finite),
})

/** A protocol document; omitted fields take their defaults. */
export const protocolSchema = object({
  sets: list(set, 1),
  algorithms: list(algorithm, 1),
  format: optional(finite),
  title: optional(text),
  ratios: optional(list(ratio, 1, 1000)),
  metric: optional(oneOf(decisiveMetrics)),
  metrics: optional(list(oneOf(metricNames))),
  runs: optional(whole(1, 100_000)),
  // The limit leaves space for the seeds of the runs.
  seed: optional(whole(0, 2 ** 40)),
  delay: optional(whole(0, 2 ** 30)),
  tuning: optional(tuning),
  aimRuns: optional(whole(1, 1000)),
  curvePoints: optional(whole(0, 10_000)),
  costs: optional(
    Type.Unsafe<Costs>({
      anyOf: [{ const: 'balance' }, { type: 'object' }],
      expected: 'an object of weights, or balance',
    }),
  ),
})
