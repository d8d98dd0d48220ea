import {
  overviewTables,
  type Report,
  type Reproduced,
  type Reproduction,
  type Results,
  reproductions,
  type SetSpec,
  type StoredVerdicts,
  type Table,
  verdictText,
} from '@askance/bench'
import { widthOf, wrapped } from '@askance/core/internals'
import { commandLine } from '../../command/parse.js'
import { type Context, terminalWidth } from '../../context.js'
import { styleFor } from '../../terminal/style.js'
import { type Printer, printRatioCharts, shadedTable } from '../experiment/print.js'
import { isAvailable } from '../experiment/sets.js'

const LABEL_WIDTH = 9
const VERDICT_WIDTH = 11

/** Prints the claims of the paper, the differences, and the numbers. */
export const printReproduction = (
  printer: Printer,
  reproduction: Reproduction,
  report: Reproduced,
  all: boolean,
): void => {
  const { id, title, notes } = reproduction
  printer.head(`${id}: ${title}`)
  printer.line()
  for (const verdict of report.verdicts) {
    printer.fact('claim', verdict.claim, LABEL_WIDTH)
    printer.fact('', verdictText(verdict), LABEL_WIDTH)
  }
  for (const note of notes) printer.fact('note', note, LABEL_WIDTH)
  for (const { reason } of missingOf(report)) printer.fact('missing', reason, LABEL_WIDTH)
  printer.line()
  if (all) printAll(printer, reproduction, report)
  else if (reproduction.experiment.kind === 'compare') printComparison(printer, reproduction, report)
  else printStudy(printer, report)
}

const missingOf = ({ json }: Report): Results['missing'] => (json as Results | undefined)?.missing ?? []

const printAll = (printer: Printer, { notes }: Reproduction, { sections, verdicts }: Reproduced): void => {
  const isPrinted = (text: string): boolean =>
    notes.includes(text) ||
    verdicts.some((verdict) => text.endsWith(verdict.claim) || text === verdictText(verdict))
  for (const { title, paragraphs, tables } of sections) {
    const remaining = paragraphs.filter((text) => !isPrinted(text))
    if (tables.length + remaining.length === 0) continue
    printer.line(printer.style.dim(`── ${title} ──`))
    for (const text of remaining) printer.paragraph(text)
    printer.tables(tables)
  }
}

/** Published and reproduced numbers; only ours, with curves, if the paper prints none. */
const printComparison = (printer: Printer, { numbers }: Reproduction, report: Report): void => {
  const [first] = report.sections
  if (numbers.length > 0 && first) printer.tables(first.tables.map(paperColumns))
  else {
    printer.tables(overviewTables(report.json as Results))
    printRatioCharts(printer, report)
  }
}

/** Drops the columns after the verdict, and rows without data, which are in the notes. */
const paperColumns = (table: Table): Table => {
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
      printer.tables(figures.flatMap((figure) => (figure.kind === 'heat' ? [shadedTable(figure)] : [])))
  }
}

export const printEnd = (printer: Printer, context: Context, written: readonly string[]): void => {
  written.forEach((file, k) => {
    printer.fact(k === 0 ? 'written' : '', file)
  })
  printer.command('repeat with', commandLine(['askance', ...context.argv]))
}

/** The verdicts of stored results: the paper's claims, table by table. */
export const printClaims = (printer: Printer, all: readonly StoredVerdicts[]): void => {
  for (const { reproduction, evidence, verdicts } of all) {
    printer.head(`${reproduction.id} (${evidence.date}, ${evidence.runs} runs)`)
    for (const { verdict, claim, numbers, test } of verdicts) {
      printer.fact(verdict, claim, VERDICT_WIDTH)
      printer.fact('', test === 'none' ? numbers : `${numbers} (${test})`, VERDICT_WIDTH)
    }
    printer.line()
  }
  const count = (wanted: string): number =>
    all.flatMap(({ verdicts }) => verdicts).filter(({ verdict }) => verdict === wanted).length
  printer.line(`${count('holds')} hold, ${count('fails')} fail, ${count('undecided')} are undecided.`)
}

export const claimsJson = (all: readonly StoredVerdicts[]) =>
  all.flatMap(({ reproduction: { id }, evidence: { date, runs }, verdicts }) =>
    verdicts.map((verdict) => ({ id, paper: id.replace(/\/.*/, ''), date, runs, ...verdict })),
  )

export const reproductionsJson = (folder: string) =>
  reproductions.map((one) => ({
    id: one.id,
    title: one.title,
    kind: one.experiment.kind,
    sets: neededSets(one, folder),
  }))

export const reproductionsText = (folder: string, context: Context): string => {
  const style = styleFor(context, context.stdout)
  const left = Math.max(...reproductions.map(({ id }) => id.length)) + 2
  const width = Math.max(30, terminalWidth(context.stdout) - left)
  const entry = (one: Reproduction): string => {
    const [first = '', ...rest] = wrapped(one.title, width)
    const data = availabilityText(neededSets(one, folder)).flatMap((text) =>
      wrapped(text, width).map(style.dim),
    )
    const id = style.bold(one.id) + ' '.repeat(left - widthOf(one.id))
    return [`${id}${first}`, ...[...rest, ...data].map((line) => ' '.repeat(left) + line)].join('\n')
  }
  const needed = reproductions.map((one) => neededSets(one, folder))
  const ready = needed.filter((sets) => sets.every(({ here }) => here)).length
  const none = needed.filter((sets) => sets.length > 0 && !sets.some(({ here }) => here)).length
  const end = `${ready} of ${needed.length} have all their data, ${needed.length - ready - none} part of it, ${none} none. The data folder is ${folder}; \`askance data list\` shows where data sets come from.`
  const lines = wrapped(end, terminalWidth(context.stdout))
  return `${reproductions.map(entry).join('\n')}\n\n${lines.join('\n')}\n`
}

const availabilityText = (needed: readonly NeededSet[]): readonly string[] => {
  if (needed.every(({ data }) => data === undefined)) return ['synthetic data']
  const named = (here: boolean): string =>
    needed
      .filter((one) => one.here === here)
      .map(({ name }) => name)
      .join(', ')
  const [here, missing] = [named(true), named(false)]
  return [...(here ? [`available: ${here}`] : []), ...(missing ? [`missing: ${missing}`] : [])]
}

interface NeededSet {
  readonly name: string
  /** The name of its data set; undefined for synthetic data. */
  readonly data?: string
  readonly here: boolean
}

const setsUsedBy = ({ experiment }: Reproduction): readonly SetSpec[] => {
  switch (experiment.kind) {
    case 'compare':
      return experiment.protocol.sets
    case 'sensitivity':
      return [experiment.study.set]
    case 'estimation':
      return []
  }
}

/** The sets of a table or figure, and whether each is available. */
export const neededSets = (reproduction: Reproduction, folder: string): readonly NeededSet[] =>
  setsUsedBy(reproduction).map(({ name, source }) => {
    const data = 'data' in source ? source.data : 'stream' in source ? source.of : undefined
    return { name, ...(data !== undefined && { data }), here: isAvailable(source, folder) }
  })
