/** When something happens and who does it. Time is in milliseconds, from any start; without it, as late as the last. */
export interface When {
  readonly time?: number
  readonly by?: string
}

/** As `When`; and whether this item may be asked about at all, whatever the budget says. */
export interface WhenObserved extends When {
  readonly ask?: boolean
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

/** How a classifier stands. */
export interface Counts {
  readonly items: number
  /** Questions that are open. */
  readonly open: number
  /** Questions that were asked and not given back. */
  readonly spent: number
  /** Answers that count. */
  readonly answers: number
  /** Labels that were taught. */
  readonly taught: number
}
