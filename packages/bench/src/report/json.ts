import { metricNames } from '../metrics.js'
import type { Results } from '../results/results.js'

/** In which order the keys of an object are written, those of its parts included. Keys not named follow as they came. */
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
    sets: { keys: keys('name source first sample groups positive scaling intercept order note') },
    algorithms: { keys: keys('name label parameters grid kernel unitRows sets role') },
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

/** Lists of bare values on one line, everything else with a line for each part. */
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
 * Results as JSON for people and for comparing files: the keys always in the same order, curves on a line each.
 * Parameters and grids keep the order they have, because ties between points of a grid are broken by it.
 */
export const resultsJson = (results: Results): string => `${written(results, resultsOrder, '')}\n`
