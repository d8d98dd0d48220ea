import { ChartFigure } from '../../parts/charts/figure.js'
import { everyFew } from '../../parts/charts/scale.js'
import { say } from '../../words/say.js'
import { parameterTitle, parameterValue } from './parameter-text.js'
import type { Axis, Setting, Settings } from './settings.js'

interface HeatMapProps {
  readonly settings: Settings & { readonly y: Axis }
  text(score: number): string
  /** Short form without decimals, for small cells. */
  short(score: number): string
}

const LEFT = 60
const BOTTOM = 44
const ROW = 34
const TOP = 22
/** Minimum cell width for a decimal. */
const WIDE = 40
/** Width reserved for an axis label. */
const AXIS_LABEL_WIDTH = 52
/** Maximum colour strength in percent at which text stays readable in both themes. */
const STRONGEST = 48

/** Heat map of scores over two parameters; the best cell is outlined. */
export const HeatMap = ({ settings: { x, y, cells }, text, short }: HeatMapProps) => {
  const scores = cells.map(({ score }) => score)
  const [low, high] = [Math.min(...scores), Math.max(...scores)]
  const [across, up] = [parameterTitle(x.parameter), parameterTitle(y.parameter)]
  const title = say('lab.settings.map', { x: across, y: up })
  const at = (across: number, up: number) => cells.find((cell) => cell.x === across && cell.y === up)
  const strength = ({ score }: Setting) =>
    Math.round(STRONGEST * (high > low ? (score - low) / (high - low) : 1))
  return (
    <>
      <ChartFigure
        title={title}
        table={{
          heads: [up, ...x.values.map(parameterValue)],
          rows: () =>
            y.values.map((value) => ({
              name: parameterValue(value),
              cells: x.values.map((other) => {
                const cell = at(other, value)
                return cell ? text(cell.score) : say('common.none')
              }),
            })),
        }}
      >
        {(width) => {
          const step = (width - LEFT) / x.values.length
          const height = TOP + ROW * y.values.length + BOTTOM
          const named = new Set(everyFew(x.values.length, Math.floor((width - LEFT) / AXIS_LABEL_WIDTH)))
          return (
            <svg class="plot heat" width={width} height={height} aria-hidden="true">
              <text class="strong" x={0} y={12}>
                {up}
              </text>
              {y.values.map((value, row) => (
                <text key={value} class="end" x={LEFT - 8} y={TOP + row * ROW + ROW / 2 + 4}>
                  {parameterValue(value)}
                </text>
              ))}
              {x.values.map(
                (value, k) =>
                  named.has(k) && (
                    <text key={value} class="middle" x={LEFT + (k + 0.5) * step} y={height - 26}>
                      {parameterValue(value)}
                    </text>
                  ),
              )}
              {y.values.flatMap((value, row) =>
                x.values.map((other, k) => {
                  const cell = at(other, value)
                  const box = {
                    x: LEFT + k * step + 1,
                    y: TOP + row * ROW + 1,
                    width: step - 2,
                    height: ROW - 2,
                  }
                  if (!cell) return <rect key={`${other} ${value}`} {...box} rx={3} class="untried" />
                  const fill = `color-mix(in oklab, var(--heat-1) ${strength(cell)}%, var(--heat-0))`
                  return (
                    <g key={`${other} ${value}`}>
                      <rect {...box} rx={3} class={cell.isBest ? 'best' : undefined} style={{ fill }} />
                      <text class="middle score" x={box.x + box.width / 2} y={TOP + row * ROW + ROW / 2 + 4}>
                        {step >= WIDE ? text(cell.score) : short(cell.score)}
                      </text>
                    </g>
                  )
                }),
              )}
              <text class="middle strong" x={LEFT + (width - LEFT) / 2} y={height - 6}>
                {across}
              </text>
            </svg>
          )
        }}
      </ChartFigure>
      <p class="ramp">
        {text(low)} <i /> {text(high)}
        <span class="key">
          <i class="best" /> {say('lab.settings.best')}
        </span>
      </p>
    </>
  )
}
