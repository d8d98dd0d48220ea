/** When something happens and who does it. Time is in milliseconds, from any start; without it, as late as the last. */
export interface When {
  readonly time?: number
  readonly by?: string
}

/** What became of an answer. */
export type Outcome =
  /** It was learned. */
  | 'learned'
  /** It replaced another, and the model is as if it had been given first. */
  | 'corrected'
  /** The same answer was there already. */
  | 'duplicate'
  /** The question had been given back to the budget, which allows no more now. */
  | 'late'

/** An item whose label is known. Without an id it gets one. */
export interface TaughtItem<Item> {
  readonly item: Item
  readonly label: string
  readonly id?: string
}
