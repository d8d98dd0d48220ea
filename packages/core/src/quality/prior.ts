import type { Prior } from './completed.js'
import type { Layout } from './measures.js'
import { sumOf, type WeightedTable } from './table.js'

/**
 * Where the made-up answers go: so many right ones and as many wrong ones for each share that is estimated.
 *
 * - overall: the share of right predictions; spread over the strata as the items are.
 * - positive: the share of right ones among those predicted positive, and of positives among the others.
 * - macro: as overall, the same for each class.
 */
export const priorOf = (table: WeightedTable, layout: Layout, positive: number, made: number): Prior => {
  const { items, strata: classes } = table
  const all = sumOf(items)
  const others = all - items[positive]
  const size = (s: number): number => {
    if (layout === 'macro') return made / classes
    if (layout === 'overall') return (made * items[s]) / all
    return s === positive ? made : (made * items[s]) / others
  }
  return (s, k) => {
    if (!(items[s] > 0)) return 0
    if (k === s) return size(s)
    if (layout === 'positive' && s !== positive) return k === positive ? size(s) : 0
    return size(s) / (classes - 1)
  }
}
