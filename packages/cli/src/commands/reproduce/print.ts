import { overviewTables, type Report, type Reproduction, type Results, type Table } from '@askance/bench'
import { commandLine } from '../../command/shell.js'
import type { Context } from '../../context.js'
import { printRatioCharts } from '../experiment/chart.js'
import { heatTable } from '../experiment/heat.js'
import type { Printer } from '../experiment/print.js'

/** Places of the word before a claim or a note. */
const WORD = 7

/** What came of a table or figure: the paper's claims, how we differ, and the numbers. */
export const printReproduction = (
  printer: Printer,
  reproduction: Reproduction,
  report: Report,
  all: boolean,
): void => {
  const { id, title, claims, notes } = reproduction
  printer.head(`${id}: ${title}`)
  printer.line()
  for (const claim of claims) printer.fact('claim', claim, WORD)
  for (const note of notes) printer.fact('note', note, WORD)
  printer.line()
  if (all) printAll(printer, reproduction, report)
  else if (reproduction.experiment.kind === 'compare') printCompared(printer, reproduction, report)
  else printStudy(printer, report)
}

const printAll = (printer: Printer, { claims, notes }: Reproduction, { sections }: Report): void => {
  const isSaid = (text: string): boolean =>
    notes.includes(text) || claims.some((claim) => text.endsWith(claim))
  for (const { title, paragraphs, tables } of sections) {
    const unsaid = paragraphs.filter((text) => !isSaid(text))
    if (tables.length + unsaid.length === 0) continue
    printer.line(printer.style.dim(`── ${title} ──`))
    for (const text of unsaid) printer.paragraph(text)
    printer.tables(tables)
  }
}

/** The paper's numbers beside ours; where it prints none, our numbers as a table and as curves. */
const printCompared = (printer: Printer, { numbers }: Reproduction, report: Report): void => {
  const [first] = report.sections
  if (numbers.length > 0 && first) printer.tables(first.tables.map(paperOnly))
  else {
    printer.tables(overviewTables(report.json as Results))
    printRatioCharts(printer, report)
  }
}

/** Without the columns after the verdict and the rows without data, which the notes tell. */
const paperOnly = (table: Table): Table => {
  const most = table.columns.findIndex(({ title }) => title === 'within') + 1 || table.columns.length
  return {
    ...table,
    columns: table.columns.slice(0, most),
    rows: table.rows
      .filter((row) => !row.some(({ text }) => text === 'no data'))
      .map((row) => row.slice(0, most)),
  }
}

const printStudy = (printer: Printer, { sections }: Report): void => {
  for (const { paragraphs, tables, figures } of sections) {
    for (const text of paragraphs) printer.paragraph(text)
    if (paragraphs.length > 0) printer.line()
    printer.tables(tables)
    if (tables.length === 0)
      printer.tables(figures.flatMap((figure) => (figure.kind === 'heat' ? [heatTable(figure)] : [])))
  }
}

/** Where the files are, and how to do it again. */
export const printEnd = (printer: Printer, context: Context, written: readonly string[]): void => {
  written.forEach((file, k) => {
    printer.fact(k === 0 ? 'written' : '', file)
  })
  printer.command('repeat with', commandLine(['askance', ...context.argv]))
}
