import { metricNames } from '../metrics.js'
import type { Results } from '../results/results.js'

/** The order of the keys of an object and its parts. Other keys follow in their own order. */
interface Order {
  readonly keys: readonly string[]
  readonly parts?: Readonly<Record<string, Order>>
}

const keys = (text: string): readonly string[] => text.split(' ')

const protocolOrder: Order = {
  keys: keys(
    'format title sets algorithms ratios metric metrics runs seed delay tuning aimRuns curvePoints costs',
  ),
  parts: {
    sets: {
      keys: keys('name source first sample groups positive positiveShare scaling intercept order note'),
    },
    algorithms: { keys: keys('name label rankedAs parameters grid kernel unitRows sets role') },
    tuning: { keys: keys('method folds score mostRows') },
  },
}

const runOrder: Order = {
  keys: keys('seed values curve'),
  parts: { values: { keys: metricNames }, curve: { keys: keys('items asked value window seconds') } },
}

const resultsOrder: Order = {
  keys: keys('format protocol made sets missing cells'),
  parts: {
    protocol: protocolOrder,
    made: { keys: keys('date version node machine seconds') },
    sets: { keys: keys('name items features entries classes counts digest notes') },
    missing: { keys: keys('set reason') },
    cells: {
      keys: keys('set algorithm ratio status reached parameters dial tried runs'),
      parts: { tried: { keys: keys('parameters score folds ratio attainable') }, runs: runOrder },
    },
  },
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** Writes lists of primitive values on one line, everything else with a line per part. */
const written = (value: unknown, order: Order | undefined, indent: string): string => {
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const deeper = `${indent}  `
  const block = (open: string, parts: readonly string[], close: string): string =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`
  if (Array.isArray(value))
    return value.some(isObject)
      ? block(
          '[',
          value.map((item) => written(item, order, deeper)),
          ']',
        )
      : `[${value.map((item) => JSON.stringify(item) ?? 'null').join(', ')}]`
  const present = Object.keys(value).filter((key) => value[key] !== undefined)
  const known = (order?.keys ?? []).filter((key) => present.includes(key))
  const rest = present.filter((key) => !known.includes(key))
  const fields = [...known, ...rest].map(
    (key) => `${JSON.stringify(key)}: ${written(value[key], order?.parts?.[key], deeper)}`,
  )
  return block('{', fields, '}')
}

/**
 * Results as readable and comparable JSON: keys in a fixed order, one line per curve.
 * Parameters and grids keep their order, because it breaks ties between grid points.
 */
export const resultsJson = (results: Results): string => `${written(results, resultsOrder, '')}\n`
