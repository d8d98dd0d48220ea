import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { THEME_CHANGED } from '../../shell/theme.js'
import { ChartFigure } from './figure.js'
import {
  type ChartMark,
  chartStructure,
  type EndMark,
  type LineSeries,
  tableRows,
  valueText,
} from './line-data.js'
import { LinePlot, NARROW, type PlotView, type Pointed } from './line-plot.js'

interface LineChartProps {
  readonly title: string
  /** Text alternative for screen readers. */
  readonly description?: string
  readonly x: readonly number[]
  /** Table heading of the x column. */
  readonly xName: string
  /** Times in milliseconds since 1970. */
  readonly xKind?: PlotView['xKind']
  readonly xRange?: PlotView['xRange']
  readonly yRange?: PlotView['yRange']
  /** Lines are separated by `\n`; `xLines` is their number. */
  xText(value: number): string
  yText(value: number): string
  readonly xLines?: number
  /** Tooltip text, if it differs from the x text. */
  tipText?(place: number): string
  readonly series: readonly LineSeries[]
  readonly marks?: readonly ChartMark[]
  readonly end?: EndMark | undefined
  readonly unfinished?: PlotView['unfinished']
  /** Height in pixels for a width. */
  height(width: number): number
}

const NO_MARKS: readonly ChartMark[] = []

/** A line chart with bands, marks and labels at the line ends. */
export const LineChart = (props: LineChartProps) => {
  const { title, description, xName, x, series, xText, yText } = props
  return (
    <ChartFigure
      title={title}
      description={description}
      table={{
        heads: [xName, ...series.map(({ label }) => label)],
        rows: () => tableRows(x, series, (value) => xText(value).replaceAll('\n', ', '), yText),
      }}
    >
      {(width) => <Drawn key={chartStructure(series, props.xKind === 'log')} {...props} width={width} />}
    </ChartFigure>
  )
}

const plotView = (props: LineChartProps): PlotView => {
  const { x, series, marks = NO_MARKS, xKind = 'linear', xLines = 1 } = props
  const { xRange, yRange, unfinished, end, xText, yText } = props
  return { x, series, marks, xKind, xLines, xRange, yRange, unfinished, end, xText, yText }
}

/** The canvas. It is recreated only if the structure changes. */
const Drawn = (props: LineChartProps & { readonly width: number }) => {
  const { x, series, marks, xRange, yRange, unfinished, end, width } = props
  const height = props.height(width)
  const box = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const plot = useRef<LinePlot>(undefined)
  const [pointed, setPointed] = useState<Pointed>()
  useLayoutEffect(() => {
    if (!box.current || !probe.current) return
    const made = new LinePlot(box.current, probe.current, plotView(props), { width, height }, setPointed)
    plot.current = made
    const recolour = () => made.recolour()
    addEventListener(THEME_CHANGED, recolour)
    return () => {
      removeEventListener(THEME_CHANGED, recolour)
      made.destroy()
    }
  }, [])
  useEffect(() => plot.current?.update(plotView(props)), [x, series, marks, xRange, yRange, unfinished, end])
  useEffect(() => plot.current?.resize({ width, height }), [width, height])
  return (
    <div class="line-chart">
      <span ref={probe} hidden />
      <div ref={box} />
      {pointed && <Tip {...props} pointed={pointed} />}
      {width < NARROW && <Legend series={series} end={end} />}
    </div>
  )
}

/** Names the lines of a narrow chart, where labels would cover them. */
const Legend = ({ series, end }: Pick<LineChartProps, 'series' | 'end'>) => (
  <ul class="legend" aria-hidden="true">
    {[...series, ...(end ? [end] : [])].map(({ label, note, colour }) => (
      <li key={label}>
        <i style={{ background: `var(--${colour})` }} />
        {label} {note}
      </li>
    ))}
  </ul>
)

/** Tooltip with the values at the pointer. */
const Tip = ({
  x,
  series,
  xText,
  yText,
  tipText,
  width,
  pointed: { place, left },
}: LineChartProps & { readonly width: number; readonly pointed: Pointed }) => {
  const at = x[place]
  if (at === undefined) return null
  const isRight = left > width / 2
  return (
    <div
      class="chart-tip"
      style={isRight ? { right: `${width - left + 12}px` } : { left: `${left + 12}px` }}
      aria-hidden="true"
    >
      <span class="faint">{tipText?.(place) ?? xText(at).replaceAll('\n', ', ')}</span>
      {series.map((line) => {
        const text = valueText(line, place, yText)
        return (
          text !== undefined && (
            <div key={line.id}>
              <b style={{ color: `var(--${line.colour})` }}>{line.label}</b> {text}
            </div>
          )
        )
      })}
    </div>
  )
}
