import { fittingLabels, spreadLabels } from './labels.js'
import { type ChartMark, type EndMark, type LineSeries, lineEnd } from './line-data.js'
import { textWidth } from './ranges.js'

/** The resolved colours of a chart. */
export interface ChartColours {
  readonly text: string
  readonly grid: string
  readonly axis: string
  readonly warn: string
  readonly sunken: string
  readonly surface: string
  /** Opacity of bands. */
  readonly band: number
  readonly font: string
  /** One per line. */
  readonly lines: readonly string[]
  /** Of the mark at the right end. */
  readonly end: string
}

/** The canvas and its scales, in CSS pixels. */
export interface PlotContext {
  readonly context: CanvasRenderingContext2D
  readonly ratio: number
  readonly colours: ChartColours
  readonly isNarrow: boolean
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  x(value: number): number
  y(value: number): number
}

const withScale = ({ context, ratio }: PlotContext, draw: () => void): void => {
  context.save()
  context.scale(ratio, ratio)
  draw()
  context.restore()
}

const drawText = (
  { context, colours }: PlotContext,
  text: string,
  [x, y]: readonly [number, number],
  {
    colour,
    weight = 400,
    size = 12,
    align = 'left',
  }: { colour: string; weight?: number; size?: number; align?: CanvasTextAlign },
): void => {
  context.font = `${weight} ${size}px ${colours.font}`
  context.textAlign = align
  context.textBaseline = 'alphabetic'
  // An outline in the background colour keeps text readable over lines.
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = colours.surface
  context.strokeText(text, x, y)
  context.fillStyle = colour
  context.fillText(text, x, y)
}

export const drawUnfinished = (
  plot: PlotContext,
  { from, text }: { readonly from: number; readonly text: string },
): void =>
  withScale(plot, () => {
    const { context, colours, left, top, width, height } = plot
    const start = Math.min(left + width, Math.max(left, plot.x(from)))
    if (left + width - start < 1) return
    context.fillStyle = colours.sunken
    context.fillRect(start, top, left + width - start, height)
    if (left + width - start > textWidth(text) + 16)
      drawText(plot, text, [start + 8, top + height - 10], { colour: colours.text })
  })

/** Draws a dotted line and a triangle per mark, with its text if it fits. */
export const drawMarks = (plot: PlotContext, marks: readonly ChartMark[]): void => {
  const { context, colours, left, top, width, height } = plot
  const shown = marks
    .map((mark) => ({ ...mark, x: plot.x(mark.at) }))
    .filter(({ x }) => x >= left - 1 && x <= left + width + 1)
    .sort((a, b) => a.x - b.x)
  const isWritten = fittingLabels(
    shown.map(({ x, text }) => ({ x: x + 9, width: textWidth(text) })),
    left + width + (plot.isNarrow ? 0 : 80),
  )
  withScale(plot, () => {
    shown.forEach(({ x, text }, k) => {
      context.strokeStyle = colours.warn
      context.lineWidth = 1.5
      context.setLineDash([2, 3])
      context.beginPath()
      context.moveTo(x, top - 6)
      context.lineTo(x, top + height)
      context.stroke()
      context.setLineDash([])
      context.fillStyle = colours.warn
      context.beginPath()
      context.moveTo(x - 5, top - 15)
      context.lineTo(x + 5, top - 15)
      context.lineTo(x, top - 7)
      context.fill()
      if (isWritten[k]) drawText(plot, text, [x + 9, top - 7], { colour: colours.warn, weight: 550 })
    })
  })
}

/** Pixels from the end of the lines to the mark beside them. */
const MARK_AT = 18

/** Width needed for the labels at the line ends. */
export const endLabelWidth = (
  series: readonly Pick<LineSeries, 'label' | 'note'>[],
  end: EndMark | undefined,
): number =>
  28 +
  (end ? MARK_AT : 0) +
  Math.max(0, ...series.flatMap(({ label, note = '' }) => [textWidth(label, 13), textWidth(note)]))

const NOTED_LABEL_HEIGHT = 34
const LABEL_HEIGHT = 17

/** What has a label at the right end. */
interface End {
  readonly line: Pick<LineSeries, 'label' | 'note'>
  readonly colour: string
  readonly x: number
  readonly y: number
  /** False in the middle of a band without a value, where there is no dot. */
  readonly isValue: boolean
}

/** Draws a dot at each line end, the mark beside them, and a label for each unless the chart is narrow. */
export const drawEnds = (
  plot: PlotContext,
  x: readonly number[],
  series: readonly LineSeries[],
  mark: EndMark | undefined,
): void => {
  const lines: readonly End[] = series.flatMap((line, k) => {
    const end = lineEnd(line)
    const at = end && x[end.place]
    if (!end || at === undefined) return []
    const { isValue, value } = end
    return [{ line, isValue, colour: plot.colours.lines[k] ?? '', x: plot.x(at), y: plot.y(value) }]
  })
  const right = plot.left + plot.width
  const ends: readonly End[] = mark
    ? [
        ...lines,
        { line: mark, isValue: true, colour: plot.colours.end, x: right + MARK_AT, y: plot.y(mark.value) },
      ]
    : lines
  const { top, height } = plot
  const places = spreadLabels(
    ends.map(({ y }) => y),
    ends.some(({ line }) => line.note) ? NOTED_LABEL_HEIGHT : LABEL_HEIGHT,
    top + 10,
    top + height - 6,
  )
  withScale(plot, () => {
    for (const { colour, x: end, y, isValue } of lines) if (isValue) drawDot(plot, colour, end, y)
    if (mark) drawMark(plot, mark, right + MARK_AT)
    if (!plot.isNarrow)
      ends.forEach((end, k) => {
        drawEndLabel(plot, end, places[k] ?? end.y, mark ? right + MARK_AT : end.x)
      })
  })
}

const drawDot = ({ context, colours }: PlotContext, colour: string, x: number, y: number): void => {
  context.beginPath()
  context.arc(x, y, 4, 0, 2 * Math.PI)
  context.fillStyle = colour
  context.strokeStyle = colours.surface
  context.lineWidth = 2
  context.stroke()
  context.fill()
}

/** A diamond on a bar from low to high. */
const drawMark = (plot: PlotContext, { value, low, high }: EndMark, x: number): void => {
  const { context, colours } = plot
  const [y, bottom, top] = [value, low, high].map((share) => plot.y(share)) as [number, number, number]
  context.strokeStyle = colours.end
  context.lineWidth = 2
  context.beginPath()
  context.moveTo(x, bottom)
  context.lineTo(x, top)
  for (const end of [bottom, top]) {
    context.moveTo(x - 4, end)
    context.lineTo(x + 4, end)
  }
  context.stroke()
  context.beginPath()
  context.moveTo(x, y - 6)
  context.lineTo(x + 6, y)
  context.lineTo(x, y + 6)
  context.lineTo(x - 6, y)
  context.closePath()
  context.fillStyle = colours.end
  context.strokeStyle = colours.surface
  context.stroke()
  context.fill()
}

/** `at` is the rightmost drawing, after which labels start. */
const drawEndLabel = (plot: PlotContext, { line, colour }: End, place: number, at: number): void => {
  drawText(plot, line.label, [at + 12, place + (line.note ? -2 : 4)], { colour, weight: 600, size: 13 })
  if (line.note) drawText(plot, line.note, [at + 12, place + 14], { colour: plot.colours.text })
}
