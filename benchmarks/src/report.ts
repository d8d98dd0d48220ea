import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'
import { markdownRows } from '@askance/core/internals'
import type { Line } from './sections/section.js'

const columns = ['measurement', 'result', 'ratio', 'target'] as const

export const tableOf = (lines: readonly Line[]): string =>
  markdownRows(
    columns.map((title) => ({ title })),
    lines.map((line) => columns.map((column) => line[column])),
  )

/** The kind of machine: its processor, memory and system. */
export const machine = (): string => {
  const processor = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
  return `${processor}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()}`
}

export const version = (): string =>
  (JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string })
    .version

export const today = (): string => new Date().toISOString().slice(0, 10)

/** Date, versions and machine of the measurement. */
export const provenance = (): string =>
  `${today()}, Askance ${version()}, Node ${process.version}, ${machine()} ${release()}`
