import { linear } from '../../parts/charts/scale.js'

const WIDTH = 96
const HEIGHT = 28
const EDGE = 4

/** Shares over time, from 0 to 100 % or from half of that, as a line with its end point. */
export const Curve = ({ values, title }: { readonly values: readonly number[]; readonly title: string }) => {
  const least = Math.min(...values) < 0.5 ? 0 : 0.5
  const across = linear([0, values.length - 1], [EDGE, WIDTH - EDGE])
  const up = linear([least, 1], [HEIGHT - EDGE, EDGE])
  const points = values.map((value, k) => ({ x: across(k), y: up(value) }))
  const last = points.at(-1)
  return (
    <svg class="sparkline" width={WIDTH} height={HEIGHT} role="img" aria-label={title}>
      <path
        class="line"
        d={points.map(({ x, y }, k) => `${k === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')}
      />
      <circle cx={last?.x ?? 0} cy={last?.y ?? 0} r="3" />
    </svg>
  )
}
