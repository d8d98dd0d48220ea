import { createAsker, findAlgorithm, type Kernel, parametersOf, resolveParameters } from '@askance/core'
import { benchError } from '../errors.js'
import { decisiveMetrics, metricNames } from '../metrics.js'
import { gridPoints } from '../tune/grid.js'
import { usualProtocol, usualTuning } from './defaults.js'
import { type AlgorithmSpec, labelOf, type Protocol, type SetSource } from './protocol.js'
import {
  either,
  finite,
  list,
  number,
  object,
  oneOf,
  type Reader,
  record,
  text,
  truth,
  whole,
} from './reader.js'

/** The largest seed leaves room for those of the runs. */
const MOST_SEED = 2 ** 40
/** A grid with more points is never played to its end, and does not fit into memory. */
const MOST_POINTS = 100_000

const source: Reader<SetSource> = (value, path) => {
  const has = (key: string): boolean => typeof value === 'object' && value !== null && key in value
  if (has('file')) return object({ file: text }, {})(value, path)
  if (has('stream')) return object({ stream: text }, { parameters: record(finite), of: text })(value, path)
  return object({ data: text }, {})(value, path)
}

const set = object(
  { name: text, source },
  {
    first: whole(1, 2 ** 31),
    groups: object({ positive: list(text, 1) }, { negative: list(text, 1) }),
    positive: text,
    scaling: oneOf(['none', 'l2', 'max', 'binary', 'standardize', 'minmax']),
    intercept: either(oneOf(['auto']), finite, (value) => typeof value === 'string'),
    tuningRows: whole(10, 2 ** 31),
    order: oneOf(['shuffled', 'given']),
    note: text,
  },
)

const kernel: Reader<Kernel> = (value, path) =>
  object(
    { type: oneOf(['linear', 'gaussian', 'polynomial']) },
    { sigma2: finite, degree: finite, offset: finite },
  )(value, path) as Kernel

const algorithm = object(
  { name: text },
  {
    label: text,
    parameters: record(finite),
    grid: record(list(finite, 1, 1000)),
    kernel,
    unitRows: truth,
    sets: list(text),
    role: oneOf(['compared', 'random', 'supervised']),
  },
)

const tuning = object(
  {},
  {
    method: oneOf(['exhaustive', 'halving', 'none']),
    folds: whole(2, 100),
    score: oneOf(['online', 'held-out']),
    mostRows: whole(10, 2 ** 31),
  },
)

const ratio = number('a number above 0 and at most 1', (value) => value > 0 && value <= 1)
const metric = oneOf(metricNames)
const decisive = oneOf(decisiveMetrics)

const document = object(
  { sets: list(set, 1), algorithms: list(algorithm, 1) },
  {
    format: finite,
    title: text,
    ratios: list(ratio, 1, 1000),
    metric: decisive,
    metrics: list(metric),
    runs: whole(1, 100_000),
    seed: whole(0, MOST_SEED),
    delay: whole(0, 2 ** 30),
    tuning,
    aimRuns: whole(1, 1000),
    curvePoints: whole(0, 10_000),
    costs: object(
      {},
      { sensitivityWeight: finite, specificityWeight: finite, falseNegative: finite, falsePositive: finite },
    ),
  },
)

/**
 * A protocol from a JSON document; what it leaves out takes the usual values.
 *
 * @example
 * const sets = [{ name: 'mails', source: { file: 'mails.jsonl' } }]
 * parseProtocol({ sets, algorithms: [{ name: 'D-AMD' }] }).runs // => 10
 * parseProtocol({ sets, algorithms: [{ name: 'D-AMD' }], runs: 0 }) // => throws protocol/field
 */
export const parseProtocol = (value: unknown): Protocol => {
  const read = document(value, '')
  if (read.format !== undefined && read.format !== 1)
    throw benchError('protocol/format', { found: read.format, known: 1 })
  const protocol: Protocol = {
    ...usualProtocol,
    title: read.sets.map(({ name }) => name).join(', '),
    ...read,
    format: 1,
    ratios: (read.ratios ?? usualProtocol.ratios).toSorted((a, b) => a - b),
    tuning: { ...usualTuning, ...read.tuning },
  }
  checkNames(protocol)
  for (const spec of protocol.algorithms) checkParameters(spec, protocol.tuning)
  return protocol
}

/** The same from the text of a file. */
export const parseProtocolText = (content: string): Protocol => {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (cause) {
    throw benchError('protocol/json', { reason: (cause as Error).message })
  }
  return parseProtocol(value)
}

/** Results are found again by set, algorithm and ratio: no two may be the same. */
const checkNames = ({ sets, algorithms, ratios }: Protocol): void => {
  const twice = (names: readonly string[], path: string): void => {
    const found = names.find((name, k) => names.indexOf(name) !== k)
    if (found !== undefined)
      throw benchError('protocol/field', { found: `${found} twice`, path, expected: 'each once' })
  }
  const names = sets.map(({ name }) => name)
  twice(names, 'sets')
  twice(algorithms.map(labelOf), 'algorithms')
  twice(ratios.map(String), 'ratios')
  for (const spec of algorithms)
    for (const name of spec.sets ?? [])
      if (!names.includes(name))
        throw benchError('protocol/field', {
          found: name,
          path: `the sets of ${labelOf(spec)}`,
          expected: `one of ${names.join(', ')}`,
        })
}

/** Every value of the grid must be one that the algorithm takes, and at least one point must be playable. */
const checkParameters = (spec: AlgorithmSpec, { method }: Protocol['tuning']): void => {
  const { name, parameters = {}, grid = {}, kernel: own } = spec
  const declared = parametersOf(findAlgorithm(name).name, own)
  resolveParameters(name, declared, parameters)
  for (const [parameter, values] of Object.entries(grid))
    for (const value of values) resolveParameters(name, declared, { [parameter]: value })
  const counts = declared.map((parameter) => (grid[parameter.name] ?? parameter.grid)?.length ?? 1)
  const points = counts.reduce((product, count) => product * count, 1)
  if (points > MOST_POINTS)
    throw benchError('protocol/field', {
      found: `${points} points`,
      path: `the grid of ${labelOf(spec)}`,
      expected: `at most ${MOST_POINTS}`,
    })
  const [first = parameters] = method === 'none' ? [] : gridPoints(spec)
  createAsker({ algorithm: name, classes: 2, parameters: first, ...(own && { kernel: own }) })
}
