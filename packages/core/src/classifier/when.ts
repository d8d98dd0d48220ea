/** When something happened and who did it. Time is in milliseconds from any origin. Default: the time of the last event. */
export interface When {
  readonly time?: number
  readonly by?: string
}

/** `ask: false` prevents a question about this item. */
export interface WhenObserved extends When {
  readonly ask?: boolean
}

/** The result of an answer. */
export type Outcome =
  /** The answer was learned. */
  | 'learned'
  /** It replaced an earlier answer, as if it had been given from the start. */
  | 'corrected'
  /** The same answer had been given before. */
  | 'duplicate'
  /** The question had been refunded to the budget, which does not allow another one now. */
  | 'late'

/** An example: an item with its label. The id is generated if missing. */
export interface TaughtItem<Item> {
  readonly item: Item
  readonly label: string
  readonly id?: string
}

export interface Counts {
  readonly items: number
  /** Open questions. */
  readonly open: number
  /** Questions asked and not refunded. */
  readonly spent: number
  /** Answers in effect: not forgotten or reopened. */
  readonly answers: number
  /** Examples taught. */
  readonly taught: number
}
