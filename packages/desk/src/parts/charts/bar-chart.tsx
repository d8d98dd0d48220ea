import { type Margins, plainBars } from './bars.js'
import { ChartFigure } from './figure.js'
import { linear } from './scale.js'

interface BarChartProps {
  readonly title: string
  readonly description?: string
  /** Column headings of the table: category and value. */
  readonly heads: readonly [string, string]
  readonly bars: readonly { readonly name: string; readonly value: number; readonly chosen?: boolean }[]
  text(value: number): string
  readonly height?: number
}

const margins: Margins = { left: 0, right: 0, top: 20, bottom: 24 }

/** Average pixels of a letter in a name. */
const LETTER = 5.5

/** Whether all names fit below their bars. */
const namesFit = (bars: BarChartProps['bars'], width: number): boolean =>
  bars.every(({ name }) => LETTER * name.length <= width / bars.length)

/** A bar chart with values above the bars, or in rows if the names are too long for that; chosen bars are emphasized. */
export const BarChart = ({ title, description, heads, bars, text, height = 168 }: BarChartProps) => (
  <ChartFigure
    title={title}
    description={description}
    table={{ heads, rows: () => bars.map(({ name, value }) => ({ name, cells: [text(value)] })) }}
  >
    {(width) => {
      if (!namesFit(bars, width)) return <BarRows bars={bars} text={text} />
      const frame = { width, height, margins }
      const values = bars.map(({ value }) => value)
      const y = linear([0, Math.max(1, ...values)], [height - margins.bottom, margins.top])
      const boxes = plainBars(values, frame, y, 0.86)
      return (
        <svg class="plot" width={width} height={height} aria-hidden="true">
          <line class="axis" x1={0} x2={width} y1={y(0) + 0.5} y2={y(0) + 0.5} />
          {bars.map(({ name, value, chosen }, k) => {
            const box = boxes[k]
            if (!box) return null
            const middle = box.x + box.width / 2
            return (
              <g key={name}>
                <rect {...box} rx={2} class={chosen ? 'column chosen' : 'column'} />
                <text x={middle} y={box.y - 5} class="middle">
                  {text(value)}
                </text>
                <text x={middle} y={height - 6} class="middle">
                  {name}
                </text>
              </g>
            )
          })}
        </svg>
      )
    }}
  </ChartFigure>
)

const BarRows = ({ bars, text }: Pick<BarChartProps, 'bars' | 'text'>) => {
  const max = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul class="bar-rows">
      {bars.map(({ name, value, chosen }) => (
        <li key={name} class={chosen ? 'chosen' : undefined}>
          <span title={name}>{name}</span>
          <i style={{ '--share': value / max }} />
          <b>{text(value)}</b>
        </li>
      ))}
    </ul>
  )
}
