import { admits, type Declaration } from './declare.js'
import { coreError } from './errors.js'

/** A parameter of an algorithm, a detector or a synthetic stream. */
export interface Parameter extends Declaration {
  readonly type: 'number' | 'whole'
  readonly name: string
  /** The letter the paper uses. */
  readonly symbol: string
  readonly default: number
  /** Values that have a name, with the numbers that stand for them. */
  readonly words?: Readonly<Record<string, number>>
  /** The values that tuning tries, rising: the paper's range where it gives one. Without them it keeps the default. */
  readonly grid?: readonly number[]
}

/**
 * The powers of a base from one exponent to another, rounded so that they can be read and typed.
 *
 * @example
 * powers(2, -1, 2) // => [0.5, 1, 2, 4]
 * powers(10, -1, 0, 0.5) // => [0.1, 0.316, 1]
 */
export const powers = (base: number, from: number, to: number, step = 1): readonly number[] =>
  Array.from({ length: Math.round((to - from) / step) + 1 }, (_, k) =>
    Number((base ** (from + k * step)).toPrecision(base === 2 ? 12 : 3)),
  )

export type Parameters = Readonly<Record<string, number>>

/** As users write them: some values have a name. */
export type GivenParameters = Readonly<Record<string, number | string>>

/** The range in words, as errors and help print it: "0 < C", "0 ≤ rate ≤ 1". */
export const rangeOf = ({ name, type, above, below, min, max, words = {} }: Parameter): string => {
  const lower = above !== undefined ? `${above} < ` : min !== undefined ? `${min} ≤ ` : ''
  const upper = below !== undefined ? ` < ${below}` : max !== undefined ? ` ≤ ${max}` : ''
  const named = Object.keys(words).map((word) => `${word} or `)
  return `${named.join('')}${type === 'whole' ? 'a whole number, ' : ''}${lower}${name}${upper}`
}

/**
 * The given values, checked, with defaults for the rest.
 *
 * @example
 * const rate = { name: 'rate', symbol: 'p', type: 'number', default: 0.1, min: 0, max: 1, summary: 'share asked about' }
 * resolveParameters('R-AMD', [rate], {}) // => { rate: 0.1 }
 * resolveParameters('R-AMD', [rate], { rate: 2 }) // => throws parameter/value
 */
export const resolveParameters = (
  owner: string,
  declared: readonly Parameter[],
  given: GivenParameters = {},
): Record<string, number> => {
  for (const name of Object.keys(given))
    if (!declared.some((parameter) => parameter.name === name))
      throw coreError('parameter/unknown', {
        owner,
        name,
        known: declared.map((parameter) => parameter.name).join(', ') || 'none',
      })
  const resolved: Record<string, number> = {}
  for (const parameter of declared) {
    const own = given[parameter.name]
    const value = own === undefined ? parameter.default : (parameter.words?.[own] ?? own)
    if (!admits(parameter, value))
      throw coreError('parameter/value', { name: parameter.name, value, range: rangeOf(parameter) })
    resolved[parameter.name] = value as number
  }
  return resolved
}
