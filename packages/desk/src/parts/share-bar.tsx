interface ShareBarProps {
  readonly share: number
  /** Marked on the bar. */
  readonly threshold?: number | undefined
}

/** A probability as a bar, with the threshold as a tick. */
export const ShareBar = ({ share, threshold }: ShareBarProps) => (
  <span class="share-bar" aria-hidden="true">
    <i style={{ width: `${100 * share}%` }} />
    {threshold !== undefined && <b style={{ left: `${100 * threshold}%` }} />}
  </span>
)
