import type { Random } from '@askance/core/internals'
import { defaultConfig, type StreamConfig } from '@askance/server'

const INDEX = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** Items with ten features, whose label is in the first. */
export const items = (random: Random, count: number): { row: { index: number[]; value: number[] } }[] =>
  Array.from({ length: count }, () => ({ row: { index: INDEX, value: INDEX.map(() => random.normal()) } }))

export const labelOf = ({ row }: { row: { value: readonly number[] } }): string =>
  (row.value[0] ?? 0) > 0 ? 'yes' : 'no'

export const configOf = (algorithm: string, budget: StreamConfig['budget']): StreamConfig => ({
  ...defaultConfig,
  classes: ['no', 'yes'],
  algorithm,
  budget,
  seed: 1,
})
