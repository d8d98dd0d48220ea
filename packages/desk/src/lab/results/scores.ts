import type { LabTable } from '../engine/table.js'
import { metricTitle } from '../figures.js'

const PREFERRED_SHARES = [0.05, 0.1, 0.2]
const MAX_SHARES = 3

/**
 * The label shares shown in the table: the preferred ones, else a selection.
 *
 * @example
 * shownShares([0.01, 0.05, 0.1, 0.2, 0.5]) // => [0.05, 0.1, 0.2]
 * shownShares([0.01, 0.1]) // => [0.01, 0.1]
 */
export const shownShares = (ratios: readonly number[]): readonly number[] => {
  const preferred = ratios.filter((ratio) => PREFERRED_SHARES.includes(ratio))
  const others = ratios.filter((ratio) => !PREFERRED_SHARES.includes(ratio)).reverse()
  return [...preferred, ...others].slice(0, MAX_SHARES).sort((a, b) => a - b)
}

const cell = (value: string | number | undefined): string => {
  const text = value === undefined ? '' : String(value)
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The full table as CSV, with all label shares and unrounded numbers. */
export const tableCsv = ({ metric, ratios, rows, goal }: LabTable): string => {
  const title = metricTitle(metric)
  const percent = (ratio: number): string => `${Number((100 * ratio).toPrecision(6))} %`
  const heads = [
    'algorithm',
    'role',
    'mean rank',
    ...ratios.flatMap((ratio) => [`${title} at ${percent(ratio)}`, `sd at ${percent(ratio)}`]),
    `${title} with every label`,
    'goal',
    'labels for the goal',
    'saving against random',
    'seconds a run',
  ]
  const lines = rows.map(({ name, role, rank, values, needed, saving, seconds }) => {
    const isFull = role === 'supervised'
    return [
      name,
      role,
      rank,
      ...ratios.flatMap((_, k) =>
        isFull ? [undefined, undefined] : [values[k]?.mean, values[k]?.deviation],
      ),
      isFull ? values[0]?.mean : undefined,
      goal,
      needed?.labels,
      saving,
      seconds,
    ]
  })
  return `${[heads, ...lines].map((line) => line.map(cell).join(',')).join('\n')}\n`
}
