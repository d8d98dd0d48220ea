import type { Table, TableCell } from './table.js'

/** Characters that LaTeX reads as commands, and those it has no letter for without more packages. */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '`': '\\textasciigrave{}',
  // Behind the end of a row these two would be taken for its options.
  '[': '{[}',
  '*': '{*}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '{': '\\{',
  '}': '\\}',
  '±': '$\\pm$',
  '−': '$-$',
  '×': '$\\times$',
  '·': '$\\cdot$',
  '≤': '$\\leq$',
  '≥': '$\\geq$',
  '→': '$\\rightarrow$',
  '²': '$^2$',
  α: '$\\alpha$',
  γ: '$\\gamma$',
  δ: '$\\delta$',
  ε: '$\\varepsilon$',
  η: '$\\eta$',
  κ: '$\\kappa$',
  λ: '$\\lambda$',
  µ: '$\\mu$',
  μ: '$\\mu$',
  ρ: '$\\rho$',
  σ: '$\\sigma$',
  χ: '$\\chi$',
  '…': '\\ldots{}',
}

/**
 * A text that LaTeX prints as it is. A hyphen between two others is kept from becoming a dash.
 *
 * @example
 * latexEscaped('50 % of a_b ± 2') // => '50 \\% of a\\_b $\\pm$ 2'
 */
export const latexEscaped = (text: string): string =>
  text
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .replace(/[^\w\s]|_/gu, (character) => ESCAPES[character] ?? character)
    .replace(/-(?=-)/g, '-{}')

const cellText = ({ text, bold }: TableCell): string =>
  bold ? `\\textbf{${latexEscaped(text)}}` : latexEscaped(text)

/**
 * The table as a float with caption, label `tab:id` and notes; it needs `\usepackage{booktabs}`.
 *
 * @example
 * const columns = [{ title: 'algorithm', align: 'left' }, { title: 'accuracy %', align: 'right' }]
 * const rows = [[{ text: 'PAA' }, { text: '92.62 ± 0.72', bold: true }]]
 * const lines = latexTable({ id: 'a', title: 'At 10 %', columns, rows, notes: [] }).split('\n')
 * lines[4] // => '  \\begin{tabular}{lr}'
 * lines[8] // => '    PAA & \\textbf{92.62 $\\pm$ 0.72} \\\\'
 */
export const latexTable = (table: Table): string => {
  const line = (texts: readonly string[]): string => `    ${texts.join(' & ')} \\\\`
  const notes = table.notes.map((note) => `  \\par\\smallskip{\\footnotesize ${latexEscaped(note)}}`)
  return [
    '\\begin{table}',
    '  \\centering',
    `  \\caption{${latexEscaped(table.title)}}`,
    `  \\label{tab:${table.id}}`,
    `  \\begin{tabular}{${table.columns.map(({ align = 'left' }) => align[0]).join('')}}`,
    '    \\toprule',
    line(table.columns.map(({ title }) => latexEscaped(title))),
    '    \\midrule',
    ...table.rows.map((row) => line(table.columns.map((_, k) => cellText(row[k] ?? { text: '' })))),
    '    \\bottomrule',
    '  \\end{tabular}',
    ...notes,
    '\\end{table}',
  ].join('\n')
}
