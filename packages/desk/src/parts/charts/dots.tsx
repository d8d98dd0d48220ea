import type { Margins } from './bars.js'
import { ChartFigure } from './figure.js'
import type { Range } from './ranges.js'
import { linear, ticksOver } from './scale.js'

interface DotsProps {
  readonly title: string
  readonly description?: string
  /** Column headings of the table. */
  readonly heads: readonly [string, string, string]
  readonly dots: readonly {
    readonly name: string
    /** The estimate, if known. */
    readonly range?: Range | undefined
    /** The reference value. */
    readonly line: number
    /** Name of a colour token. */
    readonly colour: string
  }[]
  text(value: number): string
  between(range: Range): string
}

const ROW = 40
const margins: Margins = { left: 0, right: 0, top: 4, bottom: 22 }

/** Estimates as dots with intervals, one per row, each with a reference line. */
export const Dots = ({ title, description, heads, dots, text, between }: DotsProps) => (
  <ChartFigure
    title={title}
    description={description}
    table={{
      heads,
      rows: () =>
        dots.map(({ name, range, line }) => ({ name, cells: [range ? between(range) : '–', text(line)] })),
    }}
  >
    {(width) => {
      const max = Math.max(0.01, ...dots.flatMap(({ range, line }) => [line, range?.high ?? 0]))
      const ticks = ticksOver(0, Math.min(1, max), 4)
      const x = linear([0, ticks.at(-1) ?? 1], [1, width - 1])
      const height = margins.top + ROW * dots.length + margins.bottom
      return (
        <svg class="plot" width={width} height={height} aria-hidden="true">
          {ticks.map((tick, k) => (
            <g key={tick}>
              <line class="grid" x1={x(tick)} x2={x(tick)} y1={0} y2={height - margins.bottom} />
              <text
                x={x(tick)}
                y={height - 6}
                class={k === 0 ? 'start' : k === ticks.length - 1 ? 'end' : 'middle'}
              >
                {text(tick)}
              </text>
            </g>
          ))}
          {dots.map(({ name, range, line, colour }, k) => {
            const y = margins.top + k * ROW + 26
            const ink = { fill: `var(--${colour})` }
            return (
              <g key={name}>
                <text x={4} y={y - 14} class="start name strong">
                  {name}
                </text>
                {range && (
                  <>
                    <rect
                      x={x(range.low)}
                      y={y - 4}
                      width={Math.max(2, x(range.high) - x(range.low))}
                      height={8}
                      rx={4}
                      class="range"
                      style={ink}
                    />
                    <circle cx={x(range.value)} cy={y} r={4} style={ink} />
                  </>
                )}
                <line class="held" x1={x(line)} x2={x(line)} y1={y - 9} y2={y + 9} />
              </g>
            )
          })}
        </svg>
      )
    }}
  </ChartFigure>
)
