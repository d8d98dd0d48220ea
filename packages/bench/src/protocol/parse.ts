import { createRounds, findAlgorithm, parametersOf, resolveParameters } from '@askance/core/internals'
import { findSyntaxError } from '@askance/data'
import { benchError } from '../errors.js'
import { gridPoints } from '../tune/grid.js'
import { checked } from './check.js'
import { defaultProtocol, defaultTuning } from './defaults.js'
import { type AlgorithmSpec, labelOf, type Protocol } from './protocol.js'
import { protocolSchema, sourceSchemas, weightsSchema } from './schema.js'

/** A larger grid would never finish and does not fit in memory. */
const MAX_POINTS = 100_000

/**
 * Parses a protocol from a JSON document; omitted fields take their defaults.
 *
 * @example
 * const sets = [{ name: 'mails', source: { file: 'mails.jsonl' } }]
 * parseProtocol({ sets, algorithms: [{ name: 'D-AMD' }] }).runs // => 10
 * parseProtocol({ sets, algorithms: [{ name: 'D-AMD' }], runs: 0 }) // => throws protocol/field
 */
export const parseProtocol = (value: unknown): Protocol => {
  const read = checked(protocolSchema, value)
  if (read.format !== undefined && read.format !== 1)
    throw benchError('protocol/format', { found: read.format, known: 1 })
  read.sets.forEach(({ source }, k) => {
    const kind = 'file' in source ? 'file' : 'stream' in source ? 'stream' : 'data'
    checked(sourceSchemas[kind], source, `sets[${k}].source`)
  })
  if (typeof read.costs === 'object') checked(weightsSchema, read.costs, 'costs')
  const protocol: Protocol = {
    ...defaultProtocol,
    title: read.sets.map(({ name }) => name).join(', '),
    ...read,
    format: 1,
    ratios: (read.ratios ?? defaultProtocol.ratios).toSorted((a, b) => a - b),
    tuning: { ...defaultTuning, ...read.tuning },
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
  } catch {
    const { line, column, found, expected } = findSyntaxError(content)
    throw benchError('protocol/json', { found, expected }, { line, column })
  }
  return parseProtocol(value)
}

/** Results are looked up by set, algorithm and ratio, so these must be unique. */
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

/** Every grid value must be valid for the algorithm, and at least one point must be playable. */
const checkParameters = (spec: AlgorithmSpec, { method }: Protocol['tuning']): void => {
  const { name, parameters = {}, grid = {}, kernel: own } = spec
  const declared = parametersOf(findAlgorithm(name).name, own)
  resolveParameters(name, declared, parameters)
  for (const [parameter, values] of Object.entries(grid))
    for (const value of values) resolveParameters(name, declared, { [parameter]: value })
  const counts = declared.map((parameter) => (grid[parameter.name] ?? parameter.grid)?.length ?? 1)
  const points = counts.reduce((product, count) => product * count, 1)
  if (points > MAX_POINTS)
    throw benchError('protocol/field', {
      found: `${points} points`,
      path: `the grid of ${labelOf(spec)}`,
      expected: `at most ${MAX_POINTS}`,
    })
  const [first = parameters] = method === 'none' ? [] : gridPoints(spec)
  createRounds({ algorithm: name, classes: 2, parameters: first, ...(own && { kernel: own }) })
}
