import type { Random } from '@askance/core/internals'

const FEATURES = 14
const INDEX = Array.from({ length: FEATURES }, (_, k) => k + 1)

export interface SentItem {
  readonly id: string
  readonly row: { readonly index: readonly number[]; readonly value: readonly number[] }
}

/** Items with 14 features. */
export const sentItems = (random: Random, name: string, count: number): SentItem[] =>
  Array.from({ length: count }, (_, k) => ({
    id: `${name} ${k}`,
    row: { index: INDEX, value: INDEX.map(() => random.normal()) },
  }))

/** The label is in the first features, with noise in the others. */
export const labelOf = ({ row: { value } }: Pick<SentItem, 'row'>): string =>
  (value[0] ?? 0) + 0.5 * (value[1] ?? 0) + 0.3 * (value[2] ?? 0) > 0 ? 'yes' : 'no'
