/** An alarm of a drift detector. */
export interface DriftAlarm {
  /** The number of answers or items so far, including the one that raised the alarm. */
  readonly at: number
  /** `errors`: predictions are wrong more often than they should be. `margins`: they are less sure than they were. */
  readonly kind: 'errors' | 'margins'
  /**
   * By how much, from 0 to 1: the excess of errors since the change, or the rise of the closeness to the boundary; 1 where
   * that is not measured.
   */
  readonly strength: number
  /** How many of the latest answers or items seem to come from after the change. */
  readonly since: number
}
