import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { markdownRows } from '@askance/core/internals'
import type { Line } from './sections/section.js'

/** One run of `npm run bench` on one machine. */
export interface Entry {
  readonly date: string
  readonly version: string
  readonly node: string
  /** The kind of machine; runs on another kind are not compared. */
  readonly machine: string
  /** Ratios by section and measurement, larger if it is slower. */
  readonly ratios: Readonly<Record<string, number>>
}

/** A measurement that is slower than in the last run on the same kind of machine. */
interface Slowdown {
  readonly name: string
  readonly since: string
  readonly before: number
  readonly now: number
}

/** Smaller differences are noise. */
const NOISE = 1.1

/** The ratios of the lines of a section, for the history. */
export const ratiosOf = (section: string, lines: readonly Line[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    lines.flatMap(({ slowness }) =>
      slowness ? [[`${section}: ${slowness.name}`, Number(slowness.ratio.toPrecision(4))]] : [],
    ),
  )

/** What is slower by more than 10 % than the last time it was measured on the same kind of machine. */
export const slowdowns = (history: readonly Entry[], { machine, ratios }: Entry): readonly Slowdown[] => {
  const earlier = history.filter((entry) => entry.machine === machine)
  return Object.entries(ratios).flatMap(([name, now]) => {
    const last = earlier.findLast((entry) => entry.ratios[name] !== undefined)
    const before = last?.ratios[name]
    if (!last || before === undefined || now <= NOISE * before) return []
    return [{ name, since: last.date, before, now }]
  })
}

export const readHistory = (file: URL): readonly Entry[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Entry)
    : []

/** Compares a run with the history and appends it; returns a text about what became slower. */
export const remember = (file: URL, entry: Entry): string => {
  const found = slowdowns(readHistory(file), entry)
  appendFileSync(file, `${JSON.stringify(entry)}\n`)
  if (found.length === 0) return 'Nothing is slower by more than 10 % than before on this kind of machine.'
  const titles = ['slower than before', 'since', 'before', 'now', 'factor']
  const rows = found.map(({ name, since, before, now }) => [
    ...[name, since, before.toFixed(2), now.toFixed(2)],
    (now / before).toFixed(2),
  ])
  return markdownRows(
    titles.map((title) => ({ title })),
    rows,
  )
}
