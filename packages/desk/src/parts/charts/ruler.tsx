import { namePosition, type Range, rulerScale, textWidth } from './ranges.js'
import { useWidth } from './width.js'

interface RulerProps {
  readonly title: string
  readonly ranges: readonly (Range & {
    readonly name: string
    /** Name of a colour token. */
    readonly colour: string
  })[]
  text(value: number): string
}

const ROW = 24
const START = 12

/** Intervals on a common scale. */
export const Ruler = ({ title, ranges, text }: RulerProps) => {
  const [box, width] = useWidth<HTMLDivElement>()
  const { ticks, x } = rulerScale(ranges, width)
  const bottom = START + ROW * ranges.length - 6
  const textAnchor = (k: number) => (k === 0 ? 'start' : k === ticks.length - 1 ? 'end' : 'middle')
  return (
    <div ref={box} class="ruler" role="img" aria-label={title}>
      {width > 0 && (
        <svg class="plot" width={width} height={bottom + 20} aria-hidden="true">
          {ticks.map((tick, k) => (
            <g key={tick}>
              <line class="grid" x1={x(tick)} x2={x(tick)} y1={0} y2={bottom} />
              <text x={x(tick)} y={bottom + 16} class={textAnchor(k)}>
                {text(tick)}
              </text>
            </g>
          ))}
          {ranges.map(({ name, colour, value, low, high }, k) => {
            const y = START + k * ROW
            const place = namePosition(x(low), x(high), textWidth(name), width)
            const ink = { fill: `var(--${colour})` }
            return (
              <g key={name}>
                <rect
                  x={x(low)}
                  y={y - 5}
                  width={Math.max(2, x(high) - x(low))}
                  height={10}
                  rx={5}
                  class="range"
                  style={ink}
                />
                <circle cx={x(value)} cy={y} r={4.5} style={ink} />
                <text
                  x={place === 'before' ? x(low) - 8 : place === 'after' ? x(high) + 8 : width}
                  y={place === 'above' ? y - 6 : y + 4}
                  class={place === 'after' ? 'start name' : 'end name'}
                  style={ink}
                >
                  {name}
                </text>
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}
