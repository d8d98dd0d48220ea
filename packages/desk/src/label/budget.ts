/** The limits of a stream, as far as they are shown. */
export interface Limits {
  readonly ratio?: number
  readonly total?: number
  readonly perHour?: number
  /** How many items will come, where that is known: a share of them is a number. */
  readonly horizon?: number
}

/** How far the budget is used: of a number of labels, or of a share of the items. */
export interface Used {
  readonly spent: number
  readonly of?: number
  readonly by: 'total' | 'ratio' | 'perHour' | 'none'
  /** From 0 to 1, where there is an end. */
  readonly share?: number
  readonly isSpent: boolean
}

interface Spending {
  readonly spent: number
  readonly items: number
}

/**
 * How far the budget is used. A share of the items grows with them, so that it is never used up for long.
 *
 * @example
 * usedOf({ total: 60 }, { spent: 34, items: 900 }) // => { by: 'total', spent: 34, of: 60, share: 0.5666666666666667, isSpent: false }
 * usedOf({ ratio: 0.1 }, { spent: 9, items: 100 }).of // => 10
 */
export const usedOf = ({ ratio, total, perHour, horizon }: Limits, { spent, items }: Spending): Used => {
  const within = (by: 'total' | 'ratio', of: number): Used => ({
    by,
    spent,
    of,
    share: of > 0 ? Math.min(1, spent / of) : 0,
    isSpent: by === 'total' && spent >= of,
  })
  const shared = ratio !== undefined && horizon !== undefined ? [Math.floor(ratio * horizon + 1e-9)] : []
  const totals = [...(total === undefined ? [] : [total]), ...shared]
  if (totals.length > 0) return within('total', Math.min(...totals))
  if (ratio !== undefined) return within('ratio', Math.floor(ratio * items))
  return { by: perHour === undefined ? 'none' : 'perHour', spent, isSpent: false }
}
