import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import type { Line } from './sections/section.js'

const columns = ['what', 'figure', 'ratio', 'aim'] as const

/** The lines as a Markdown table that is also readable as it is. */
export const tableOf = (lines: readonly Line[]): string => {
  const width = (column: (typeof columns)[number]) =>
    Math.max(column.length, ...lines.map((line) => line[column].length))
  const row = (cells: (column: (typeof columns)[number]) => string) =>
    `| ${columns.map((column) => cells(column).padEnd(width(column))).join(' | ')} |`
  return [
    row((column) => column),
    `| ${columns.map((column) => '-'.repeat(width(column))).join(' | ')} |`,
    ...lines.map((line) => row((column) => line[column])),
  ].join('\n')
}

/** When, with what and on what the figures were made. */
export const provenance = (): string => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  const processor = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${new Date().toISOString().slice(0, 10)}, Askance ${version}, Node ${process.version}, ${processor}, ${memory}, ${type()} ${release()}`
}
