import { formatPercent, formatUncertainty, type Interval, isWide } from '../parts/numbers.js'

/** An estimated share in large digits, with its uncertainty. */
export const Estimated = ({ interval }: { readonly interval: Interval }) => (
  <>
    {formatPercent(interval.value)}
    <span class="percent">%</span>{' '}
    <small class={isWide(interval) ? 'range' : undefined}>{formatUncertainty(interval)}</small>
  </>
)
