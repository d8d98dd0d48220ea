import { say } from '../../words/say.js'
import type { Spark } from './spark.js'
import { ENOUGH_LABELS } from './standing.js'

export const SPARK = { width: 120, height: 40 } as const

export const Sparkline = ({ spark, title }: { readonly spark: Spark; readonly title: string }) => (
  <svg class="spark" width={SPARK.width} height={SPARK.height} role="img" aria-label={title}>
    <path class="band" d={spark.band} />
    <path class="line" d={spark.line} />
    <circle cx={spark.end.x} cy={spark.end.y} r="3" />
  </svg>
)

const STEP = 12

/** The first labels, counted by dots, where it is too early for a number. */
export const Dots = ({ labels }: { readonly labels: number }) => (
  <svg
    class="dots"
    width={SPARK.width}
    height={2 * STEP}
    role="img"
    aria-label={say('streams.list.firstLabels', { labels, enough: ENOUGH_LABELS })}
  >
    {Array.from({ length: ENOUGH_LABELS }, (_, k) => (
      <circle
        key={k}
        class={k < labels ? 'full' : undefined}
        cx={5 + (k % 10) * STEP}
        cy={6 + Math.floor(k / 10) * STEP}
        r="3.5"
      />
    ))}
  </svg>
)
