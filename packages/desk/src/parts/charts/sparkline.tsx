import type { Spark } from './spark.js'

interface SparklineProps {
  readonly title: string
  readonly spark: Spark
  readonly width: number
  readonly height: number
}

/** A sparkline with its band and end point. */
export const Sparkline = ({ title, spark, width, height }: SparklineProps) => (
  <svg class="sparkline" width={width} height={height} role="img" aria-label={title}>
    <path class="band" d={spark.band} />
    <path class="line" d={spark.line} />
    <circle cx={spark.end.x} cy={spark.end.y} r="3" />
  </svg>
)
