import { sparkPath } from './spark.js'

interface SparklineProps {
  readonly title: string
  readonly values: readonly (number | null)[]
  readonly width?: number
  readonly height?: number
  readonly range?: readonly [number, number]
}

/** A small line without axes, for a row of a list. */
export const Sparkline = ({ title, values, width = 88, height = 24, range }: SparklineProps) => (
  <span role="img" aria-label={title} class="sparkline">
    <svg class="plot" width={width} height={height} aria-hidden="true">
      <path d={sparkPath(values, width - 2, height - 4, range)} transform="translate(1 2)" class="spark" />
    </svg>
  </span>
)
