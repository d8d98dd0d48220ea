import { MIN_LABELS } from '../../parts/numbers.js'
import { say } from '../../words/say.js'

const STEP = 12

/** Progress dots until the first estimate. */
export const Dots = ({ labels }: { readonly labels: number }) => (
  <svg
    class="dots"
    width={10 * STEP}
    height={2 * STEP}
    role="img"
    aria-label={say('streams.list.firstLabels', { labels, enough: MIN_LABELS })}
  >
    {Array.from({ length: MIN_LABELS }, (_, k) => (
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
