import { createHash } from 'node:crypto'
import type { Table, TableCell } from '@askance/core/internals'
import type { Figure } from './figure.js'
import { figureTable } from './page/as-table.js'
import { el } from './page/dom.js'
import { escapeXml as esc, markup } from './page/markup.js'
import { SWATCH, stylesOf, swatch } from './page/series.js'
import { draw } from './page/standalone.js'
import { darkTheme, lightTheme, pageTheme, themeCss } from './page/theme.js'
import { pageScript, pageStyle } from './page.generated.js'
import type { Report, Section } from './report.js'
import { emptyDocument } from './svg.js'

/** The width of the static drawings, shown if scripts do not run. */
const STATIC_WIDTH = 720
/** Shorter reports need no table of contents. */
const CONTENTS_FROM = 4

/**
 * A report as a self-contained HTML file with style, script and data. Names of series and data sets
 * are untrusted: all of them are escaped, and the content security policy allows only the page's own script.
 *
 * @example
 * const page = reportHtml({ title: 'a < b', intro: [], facts: [], sections: [] })
 * page.includes('<h1>a &lt; b</h1>') // => true
 */
export const reportHtml = (report: Report): string => {
  const figures = report.sections.flatMap((section) => section.figures)
  const style = `:root{color-scheme:light dark;${themeCss(lightTheme)}}
@media screen and (prefers-color-scheme:dark){:root{${themeCss(darkTheme)}}}
@media print{:root{${themeCss({ ...lightTheme, paper: '#ffffff' })}}}
${pageStyle}`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(style, pageScript)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${esc(report.title)}</title>
<style>${style}</style>
</head>
<body>
${headerOf(report)}
${report.sections.length >= CONTENTS_FROM ? contentsOf(report.sections) : ''}
<main>
${sectionsOf(report.sections)}
</main>
<script type="application/json" id="figures">${embedded(figures)}</script>
${report.json === undefined ? '' : `<script type="application/json" id="results">${embedded(report.json)}</script>`}
<script>${pageScript}</script>
</body>
</html>
`
}

const policy = (style: string, script: string): string => {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  return [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

/** JSON for a script element: escapes `<`, which could end the element, and line separators. */
const embedded = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const paragraphs = (texts: readonly string[], about = ''): string =>
  texts.map((text) => `<p${about}>${esc(text)}</p>`).join('\n')

const headerOf = ({ title, intro, facts, json }: Report): string => {
  const list = facts
    .map(([label, value]) => `<div><dt>${esc(label)}</dt><dd>${esc(value)}</dd></div>`)
    .join('')
  const save =
    json === undefined
      ? ''
      : '<div class="tools"><button type="button" class="save" data-save="json" hidden>Results as JSON</button></div>'
  return `<header>
<h1>${esc(title)}</h1>
${paragraphs(intro)}
${facts.length > 0 ? `<dl class="facts">${list}</dl>` : ''}
${save}
</header>`
}

const contentsOf = (sections: readonly Section[]): string => {
  const items = sections.map(({ title }, k) => `<li><a href="#section-${k + 1}">${esc(title)}</a></li>`)
  return `<nav aria-label="Contents"><ol>${items.join('')}</ol></nav>`
}

const sectionsOf = (sections: readonly Section[]): string => {
  let place = 0
  const parts = sections.map(({ title, paragraphs: texts, tables, figures }, k) => {
    const panels = tables.map((table) => `<div class="panel">${tableOf(table)}</div>`).join('\n')
    const drawings = figures.map((figure) => figureOf(figure, place++)).join('\n')
    return `<section id="section-${k + 1}">
<h2>${esc(title)}</h2>
${paragraphs(texts)}
${panels && `<div class="tables">${panels}</div>`}
${drawings && `<div class="figures ${figures.length > 1 ? 'many' : 'one'}">${drawings}</div>`}
</section>`
  })
  return parts.join('\n')
}

const tableOf = ({ title, columns, rows, notes }: Table, captioned = true): string => {
  const side = (k: number): string => (columns[k]?.align === 'right' ? ' class="right"' : '')
  const head = columns.map((column, k) => `<th scope="col"${side(k)}>${esc(column.title)}</th>`).join('')
  const body = rows.map((cells) => {
    const parts = cells.map((cell, k) =>
      k === 0 ? `<th scope="row"${side(k)}>${textOf(cell)}</th>` : `<td${side(k)}>${textOf(cell)}</td>`,
    )
    return `<tr>${parts.join('')}</tr>`
  })
  // A heading instead of a caption, so that it stays visible when a wide table is scrolled.
  const name = captioned ? `<h3>${esc(title)}</h3>\n` : ''
  return `${name}<div class="scroll" role="region" tabindex="0" aria-label="${esc(title)}"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${body.join('\n')}
</tbody></table></div>
${paragraphs(notes, ' class="quiet"')}`
}

/** De-emphasizes the deviation; only the mean is bold. */
const textOf = ({ text, bold }: TableCell): string => {
  const [mean = '', ...rest] = text.split(/(?= ± )/)
  const first = bold ? `<strong>${esc(mean)}</strong>` : esc(mean)
  return rest.length > 0 ? `${first}<span class="spread">${esc(rest.join(''))}</span>` : first
}

const figureOf = (figure: Figure, place: number): string => {
  const { svg } = draw(figure, { document: emptyDocument(), width: STATIC_WIDTH, theme: pageTheme })
  const save = ['SVG', 'PNG'].map(
    (format) =>
      `<button type="button" class="save" data-save="${format.toLowerCase()}" hidden aria-label="Save ${esc(figure.title)} as ${format}">${format}</button>`,
  )
  return `<figure class="panel" data-figure="${place}" id="figure-${place + 1}">
<figcaption><h3>${esc(figure.title)}</h3><p class="quiet">${esc(figure.caption)}</p></figcaption>
<div class="plot">${markup(svg)}</div>
${legendOf(figure)}
<div class="foot"><div class="tools">${save.join('')}</div>
<details><summary>Show as table</summary>${tableOf(figureTable(figure), false)}</details></div>
</figure>`
}

const legendOf = (figure: Figure): string => {
  if (figure.kind !== 'lines') return ''
  const styles = stylesOf(figure)
  const { width, height } = SWATCH
  const entries = figure.series.map((series, k) => {
    const document = emptyDocument()
    const mark = swatch(document, series, styles[k]!, pageTheme)
    const icon = el(
      document,
      'svg',
      { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
      mark,
    )
    return `<span data-series="${k}">${markup(icon)}<b>${esc(series.name)}</b></span>`
  })
  return `<div class="legend" role="group" aria-label="Series">${entries.join('')}</div>`
}
