import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { csvCells, latexTable, markdownEscaped, markdownTable } from '@askance/core/internals'
import type { Report } from './report.js'

/** The files of a report. */
export const reportFiles = {
  json: 'results.json',
  html: 'report.html',
  markdown: 'report.md',
  csv: 'tables.csv',
  latex: 'tables.tex',
} as const

/** Writes a report into a folder in every format: the page, tables, figures and the results. */
export const writeReport = async (report: Report, folder: string): Promise<readonly string[]> => {
  const { figureSvg, reportHtml } = await import('../drawing.js')
  const tables = report.sections.flatMap((section) => section.tables)
  const figures = report.sections.flatMap((section) => section.figures)
  const files: [name: string, content: string][] = [
    [reportFiles.html, reportHtml(report)],
    [reportFiles.markdown, reportMarkdown(report, (id) => `figures/${id}.svg`)],
    [reportFiles.csv, csvCells(tables)],
    [reportFiles.latex, tables.map(latexTable).join('\n')],
    ...figures.map((figure): [string, string] => [join('figures', `${figure.id}.svg`), figureSvg(figure)]),
  ]
  if (report.json !== undefined)
    files.unshift([reportFiles.json, `${JSON.stringify(report.json, undefined, 1)}\n`])
  await mkdir(figures.length > 0 ? join(folder, 'figures') : folder, { recursive: true })
  await Promise.all(files.map(([name, content]) => writeFile(join(folder, name), content)))
  return files.map(([name]) => join(folder, name))
}

/** A report as a Markdown page; `place` returns the path of a figure. */
export const reportMarkdown = (report: Report, place: (id: string) => string): string => {
  const lines = [`# ${markdownEscaped(report.title)}`, ...report.intro.map(markdownEscaped)]
  lines.push(report.facts.map(([label, value]) => `- **${label}**: ${markdownEscaped(value)}`).join('\n'))
  for (const { title, paragraphs, tables, figures } of report.sections) {
    lines.push(`## ${markdownEscaped(title)}`, ...paragraphs.map(markdownEscaped))
    for (const table of tables) lines.push(markdownTable(table))
    for (const figure of figures)
      lines.push(`![${markdownEscaped(figure.title)}](${place(figure.id)})`, markdownEscaped(figure.caption))
  }
  return `${lines.map((line) => line.trimEnd()).join('\n\n')}\n`
}
