import { fitting, spread } from './labels.js'
import { type ChartMark, type LineSeries, lastOf } from './line-data.js'
import { widthOf } from './ranges.js'

/** The colours of a chart as they are now. */
export interface Inks {
  readonly text: string
  readonly grid: string
  readonly axis: string
  readonly warn: string
  readonly sunken: string
  readonly surface: string
  /** How strong bands are. */
  readonly band: number
  readonly font: string
  /** One for each line. */
  readonly lines: readonly string[]
}

/** What is drawn on, in pixels of the page. */
export interface Pen {
  readonly context: CanvasRenderingContext2D
  readonly ratio: number
  readonly inks: Inks
  readonly isNarrow: boolean
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  x(value: number): number
  y(value: number): number
}

const drawn = ({ context, ratio }: Pen, draw: () => void): void => {
  context.save()
  context.scale(ratio, ratio)
  draw()
  context.restore()
}

const write = (
  { context, inks }: Pen,
  text: string,
  [x, y]: readonly [number, number],
  {
    colour,
    weight = 400,
    size = 12,
    align = 'left',
  }: { colour: string; weight?: number; size?: number; align?: CanvasTextAlign },
): void => {
  context.font = `${weight} ${size}px ${inks.font}`
  context.textAlign = align
  context.textBaseline = 'alphabetic'
  // A thin ground of the panel keeps text readable over lines.
  context.lineWidth = 3
  context.lineJoin = 'round'
  context.strokeStyle = inks.surface
  context.strokeText(text, x, y)
  context.fillStyle = colour
  context.fillText(text, x, y)
}

export const drawUnfinished = (
  pen: Pen,
  { from, text }: { readonly from: number; readonly text: string },
): void =>
  drawn(pen, () => {
    const { context, inks, left, top, width, height } = pen
    const start = Math.min(left + width, Math.max(left, pen.x(from)))
    if (left + width - start < 1) return
    context.fillStyle = inks.sunken
    context.fillRect(start, top, left + width - start, height)
    if (left + width - start > widthOf(text) + 16)
      write(pen, text, [start + 8, top + height - 10], { colour: inks.text })
  })

/** A dotted line and a triangle for each, and its text where there is room for it. */
export const drawMarks = (pen: Pen, marks: readonly ChartMark[]): void => {
  const { context, inks, left, top, width, height } = pen
  const shown = marks
    .map((mark) => ({ ...mark, x: pen.x(mark.at) }))
    .filter(({ x }) => x >= left - 1 && x <= left + width + 1)
    .sort((a, b) => a.x - b.x)
  const isWritten = fitting(
    shown.map(({ x, text }) => ({ x: x + 9, width: widthOf(text) })),
    left + width + (pen.isNarrow ? 0 : 80),
  )
  drawn(pen, () => {
    shown.forEach(({ x, text }, k) => {
      context.strokeStyle = inks.warn
      context.lineWidth = 1.5
      context.setLineDash([2, 3])
      context.beginPath()
      context.moveTo(x, top - 6)
      context.lineTo(x, top + height)
      context.stroke()
      context.setLineDash([])
      context.fillStyle = inks.warn
      context.beginPath()
      context.moveTo(x - 5, top - 15)
      context.lineTo(x + 5, top - 15)
      context.lineTo(x, top - 7)
      context.fill()
      if (isWritten[k]) write(pen, text, [x + 9, top - 7], { colour: inks.warn, weight: 550 })
    })
  })
}

/** How much room the labels at the ends of lines need. */
export const roomForEnds = (series: readonly LineSeries[]): number =>
  28 + Math.max(0, ...series.flatMap(({ label, note = '' }) => [widthOf(label, 13), widthOf(note)]))

const END_ROOM = 34

/** A dot where a line ends, and its name: beside it, or above it on a narrow chart. */
export const drawEnds = (pen: Pen, x: readonly number[], series: readonly LineSeries[]): void => {
  const ends = series.flatMap((line, k) => {
    const last = lastOf(line.values)
    const [at, value] = [x[last], line.values[last]]
    if (at === undefined || typeof value !== 'number') return []
    return [{ line, colour: pen.inks.lines[k] ?? '', x: pen.x(at), y: pen.y(value) }]
  })
  const lowest = Math.max(...ends.map(({ y }) => y))
  const { top, height } = pen
  const room = pen.isNarrow ? LINE_NARROW : ends.some(({ line }) => line.note) ? END_ROOM : LINE_NARROW
  const places = spread(
    ends.map(({ y }) => (pen.isNarrow ? y + (ends.length > 1 && y === lowest ? 16 : -14) : y)),
    room,
    top + 10,
    top + height - 6,
  )
  drawn(pen, () => {
    const { context, inks } = pen
    ends.forEach(({ line, colour, x: end, y }, k) => {
      context.beginPath()
      context.arc(end, y, 4, 0, 2 * Math.PI)
      context.fillStyle = colour
      context.strokeStyle = inks.surface
      context.lineWidth = 2
      context.stroke()
      context.fill()
      const place = places[k] ?? y
      if (pen.isNarrow) write(pen, line.label, [end - 8, place + 4], { colour, weight: 600, align: 'right' })
      else {
        write(pen, line.label, [end + 12, place + (line.note ? -2 : 4)], { colour, weight: 600, size: 13 })
        if (line.note) write(pen, line.note, [end + 12, place + 14], { colour: inks.text })
      }
    })
  })
}

const LINE_NARROW = 17
