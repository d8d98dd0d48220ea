import type { LineFigure, Report } from '@askance/bench'
import { chart, type Series } from '../../terminal/chart.js'
import { percent, share, significant } from '../../terminal/numbers.js'
import type { Printer } from './print.js'

/** Of more sets no chart is drawn: they are in the report. */
const MOST_CHARTS = 3
/** More curves than this cannot be told apart in characters. */
const MOST_CURVES = 6
const HEIGHT = 14
const MOST_WIDTH = 90
const marks = ['●', '▲', '■', '◆', '▼', '★']

/** The metric against the labels, for each of a few sets. */
export const printRatioCharts = (printer: Printer, { sections }: Report): void => {
  const figures = sections
    .flatMap((section) => section.figures)
    .flatMap((figure) => (figure.kind === 'lines' && figure.id.startsWith('ratio-') ? [figure] : []))
  if (figures.length <= MOST_CHARTS) for (const figure of figures) printLines(printer, figure)
}

/** A figure of curves as characters; nothing where no curve has two points. */
const printLines = (printer: Printer, figure: LineFigure): void => {
  const { style, width } = printer
  const paints = [style.first, style.second, style.good, style.bad]
  const curves = figure.series.filter(({ role }) => role !== 'supervised').slice(0, MOST_CURVES)
  if (!curves.some(({ points }) => points.length > 1)) return
  const series = curves.map(({ name, role, points }, k): Series => {
    const mark = marks[k % marks.length] ?? '●'
    const isRandom = role === 'random'
    return { name, mark: isRandom ? '○' : mark, paint: paintOf(isRandom ? style.dim : paints[k % 4]), points }
  })
  const full = figure.series.find(({ role }) => role === 'supervised')
  const level = full?.points[0]
  const values = curves.flatMap(({ points }) => points.map(({ y }) => y))
  const range = Math.max(...values, level?.y ?? 0) - Math.min(...values)
  const digits = range > 0.05 ? 0 : range > 0.005 ? 1 : 2
  printer.head(figure.title)
  printer.line(
    chart(series, {
      width: Math.min(MOST_WIDTH, width - 1),
      height: HEIGHT,
      xTitle: 'labels asked for (logarithmic)',
      yTitle: figure.y.label,
      xTick: (ratio) => share(Number(ratio.toPrecision(2))),
      yTick: (value) => (figure.y.unit === 'share' ? percent(value, digits) : significant(value)),
      ...(full && level && { level: { name: `${full.name}, all labels`, y: level.y } }),
    }),
  )
  printer.line()
}

const paintOf = (paint: Series['paint'] | undefined): Series['paint'] => paint ?? ((text) => text)
