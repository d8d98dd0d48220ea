import { formatPoints } from '../parts/numbers.js'
import { say } from '../words/say.js'
import type { Quality } from './api.js'
import { intervalOf } from './estimates.js'

const STEP = 0.05
/** Space for the numbers at both ends, in percent of the width. */
const EDGE = 4

/** The gain over random asking with as many labels, on a scale of its own around 0. */
export const GainStrip = ({ gain }: { readonly gain: NonNullable<Quality['gainOverRandom']> }) => {
  const interval = intervalOf(gain.accuracy)
  if (!interval) return null
  const { low, high, value } = interval
  const reach = STEP * Math.ceil(Math.max(STEP, Math.abs(low), Math.abs(high)) / STEP)
  const at = (difference: number): number => 50 + ((50 - EDGE) * difference) / reach
  return (
    <section class="panel wide gain-strip" aria-label={say('dashboard.gain.title')}>
      <div>
        <h2>{gain.text}</h2>
        <p class="muted">{say('dashboard.gain.text', { count: gain.randomLabels })}</p>
      </div>
      <div class="scale" aria-hidden="true">
        <i class="range" style={{ left: `${at(low)}%`, width: `${at(high) - at(low)}%` }} />
        <i class="zero" />
        <i class="value" style={{ left: `${at(value)}%` }} />
        {[-reach, 0, reach].map((tick) => (
          <span key={tick} style={{ left: `${at(tick)}%` }}>
            {formatPoints(tick).replace('.0', '')}
          </span>
        ))}
      </div>
    </section>
  )
}
