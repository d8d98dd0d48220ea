import {
  overviewTables,
  type Report,
  type Results,
  ranksTable,
  savingSentences,
  savingsTable,
  type Table,
  tuningText,
} from '@askance/bench'
import { duration } from '@askance/core/internals'
import { commandLine } from '../../command/parse.js'
import type { Context } from '../../context.js'
import { costsText, Printer, printRatioCharts } from '../experiment/print.js'
import type { Template } from './template.js'

interface PrintOptions {
  /** Print every table of the report, not only the main ones. */
  readonly all: boolean
  /** The report files. */
  readonly written: readonly string[]
  /** The table or figure whose experiment was run. */
  readonly template?: Template
}

export const printComparison = (
  context: Context,
  results: Results,
  report: Report,
  { all, written, template }: PrintOptions,
): void => {
  const printer = new Printer(context)
  // Missing data is reported once, at the end.
  const reasons = results.missing.map(({ reason }) => reason.replace(/\.$/, ''))
  const withoutMissing = (table: Table): Table => ({
    ...table,
    notes: table.notes.filter((note) => !reasons.some((reason) => note.includes(reason))),
  })
  printer.sets(results.sets, results.protocol.sets)
  if (template) printer.fact('as', `${template.id}: ${template.title}`)
  printer.line()
  const sentences = savingSentences(results)
  for (const sentence of sentences) printer.line(printer.style.bold(sentence))
  if (sentences.length > 0) printer.line()
  printer.tables(overviewTables(results))
  printRatioCharts(printer, report)
  if (all)
    for (const { title, tables } of report.sections) {
      if (tables.length > 0) printer.line(printer.style.dim(`── ${title} ──`))
      printer.tables(tables)
    }
  else {
    printer.tables(savingsTable(results).map(withoutMissing))
    printer.tables(ranksTable(results).map(withoutMissing))
  }
  printEnd(printer, context, results, written)
}

const printEnd = (
  printer: Printer,
  context: Context,
  { missing, made, protocol }: Results,
  written: readonly string[],
): void => {
  const { runs, seed, costs } = protocol
  for (const { reason } of missing) printer.fact('missing', reason)
  printer.fact('tuning', tuningText(protocol))
  if (costs) printer.fact('costs', costsText(costs))
  printer.fact('seeds', runs === 1 ? String(seed) : `${seed} to ${seed + runs - 1}`)
  printer.fact('time', duration(made.seconds))
  written.forEach((file, k) => {
    printer.fact(k === 0 ? 'written' : '', file)
  })
  printer.command('repeat with', commandLine(['askance', ...context.argv]))
}
