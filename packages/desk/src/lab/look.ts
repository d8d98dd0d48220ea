import type { Role } from '@askance/bench'

/** The line style of an algorithm. */
export interface Look {
  /** Name of a colour token. */
  readonly colour: string
  readonly dash: readonly number[]
}

interface Drawn {
  readonly name: string
  readonly role: Role
}

const own: readonly Look[] = [
  { colour: 'chart-active', dash: [] },
  { colour: 'chart-b', dash: [10, 3] },
  { colour: 'chart-c', dash: [6, 3, 2, 3] },
]

/** Colour of de-emphasized lines. */
export const REST = 'chart-rest'

/** Further lines differ by dashes and labels. */
const restDashes: readonly (readonly number[])[] = [
  [10, 3],
  [6, 3, 2, 3],
  [4, 4],
  [14, 3, 3, 3],
  [2, 2],
  [8, 3, 2, 3, 2, 3],
]

const baselineLook = (role: Role): Look =>
  role === 'random' ? { colour: 'chart-random', dash: [7, 4] } : { colour: 'chart-full', dash: [2, 4] }

/**
 * Assigns line styles. Up to three algorithms get their own colour; with more, only the selected one.
 *
 * @example
 * const [a, b] = [{ name: 'A', role: 'compared' }, { name: 'B', role: 'compared' }]
 * assignLooks([a, b], 'A').get('B')?.colour // => 'chart-b'
 * assignLooks([a, b, { ...a, name: 'C' }, { ...a, name: 'D' }], 'D').get('B')?.colour // => 'chart-rest'
 */
export const assignLooks = (
  algorithms: readonly Drawn[],
  chosen: string | undefined,
): ReadonlyMap<string, Look> => {
  const compared = algorithms.filter(({ role }) => role === 'compared')
  const isMany = compared.length > own.length
  const strong = compared.some(({ name }) => name === chosen) ? chosen : compared[0]?.name
  const rest = compared.filter(({ name }) => name !== strong)
  return new Map(
    algorithms.map(({ name, role }): [string, Look] => {
      if (role !== 'compared') return [name, baselineLook(role)]
      if (!isMany) return [name, own[compared.findIndex((one) => one.name === name)]!]
      if (name === strong) return [name, own[0]!]
      const k = rest.findIndex((one) => one.name === name)
      return [name, { colour: REST, dash: restDashes[k % restDashes.length]! }]
    }),
  )
}
