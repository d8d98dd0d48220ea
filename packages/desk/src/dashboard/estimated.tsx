import { type DisplayOptions, displayOf } from '@askance/core/internals'
import type { Schemas } from '@askance/server/client'
import { shownEstimate } from '../parts/quality.js'

interface EstimatedProps extends DisplayOptions {
  readonly estimate: Schemas['Estimate']
}

/** An estimated share in large digits, with its interval. It reads as the text that all pages show. */
export const Estimated = ({ estimate, ...options }: EstimatedProps) => {
  const { state, value, low, high } = displayOf(estimate, options)
  if (state !== 'shown')
    return (
      <p class="figure">
        <small class={state === 'wide' ? 'range' : 'words'}>{shownEstimate(estimate, options)}</small>
      </p>
    )
  return (
    <p class="figure">
      {value}
      <span class="percent">{'\u00a0'}%</span>{' '}
      <small>
        ({low}–{high}
        {'\u00a0'}%)
      </small>
    </p>
  )
}
