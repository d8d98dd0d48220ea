import { barScale, type Margins, stackedBars } from './bars.js'
import { ChartFigure } from './figure.js'
import { everyFew } from './scale.js'

interface Part {
  readonly id: string
  readonly name: string
  /** Name of a colour token. */
  readonly colour: string
}

interface StackedChartProps {
  readonly title: string
  readonly description?: string
  /** Column headings of the table: category and value. */
  readonly head: string
  readonly parts: readonly Part[]
  readonly bars: readonly {
    readonly name: string
    readonly values: readonly number[]
    /** Draws a triangle above the bar. */
    readonly marked?: boolean
  }[]
  text(value: number): string
  readonly height?: number
}

const margins: Margins = { left: 40, right: 0, top: 14, bottom: 24 }
/** Width reserved for a name below a bar. */
const NAME_WIDTH = 44

/** A stacked bar chart with a legend. */
export const StackedChart = (props: StackedChartProps) => {
  const { title, description, head, parts, bars, text, height = 168 } = props
  const max = Math.max(0, ...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)))
  return (
    <ChartFigure
      title={title}
      description={description}
      table={{
        heads: [head, ...parts.map(({ name }) => name)],
        rows: () => bars.map(({ name, values }) => ({ name, cells: values.map(text) })),
      }}
      legend={<Legend parts={parts} />}
    >
      {(width) => {
        const frame = { width, height, margins }
        const { ticks, y } = barScale(frame, max)
        const boxes = stackedBars(
          bars.map(({ values }) => values),
          frame,
          y,
        )
        const step = (width - margins.left) / Math.max(1, bars.length)
        const named = new Set(everyFew(bars.length, Math.floor((width - margins.left) / NAME_WIDTH)))
        return (
          <svg class="plot" width={width} height={height} aria-hidden="true">
            {ticks.map((tick) => (
              <g key={tick}>
                <line class="grid" x1={margins.left} x2={width} y1={y(tick)} y2={y(tick)} />
                <text x={margins.left - 8} y={y(tick) + 4} class="end">
                  {text(tick)}
                </text>
              </g>
            ))}
            {bars.map(({ name, marked }, k) => {
              const middle = margins.left + (k + 0.5) * step
              return (
                <g key={k}>
                  {boxes[k]?.map(
                    (box, n) =>
                      box && <rect key={n} {...box} rx={1} style={{ fill: `var(--${parts[n]?.colour})` }} />,
                  )}
                  {marked && <path d={`M${middle - 5} 0h10l-5 8Z`} class="mark" />}
                  {named.has(k) && (
                    <text x={middle} y={height - 6} class="middle">
                      {name}
                    </text>
                  )}
                </g>
              )
            })}
          </svg>
        )
      }}
    </ChartFigure>
  )
}

export const Legend = ({ parts }: { readonly parts: readonly Part[] }) => (
  <ul class="legend">
    {parts.map(({ id, name, colour }) => (
      <li key={id}>
        <i style={{ background: `var(--${colour})` }} />
        {name}
      </li>
    ))}
  </ul>
)
