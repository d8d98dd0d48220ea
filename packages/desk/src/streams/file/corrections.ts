import type { ColumnRole } from '@askance/data'
import type { Corrections, FileColumn } from './engine/messages.js'

/** There is at most one label, one id and one vector. */
const single: readonly ColumnRole[] = ['label', 'id', 'vector']

/**
 * The corrections with another one. A second label, id or vector replaces the first.
 *
 * @example
 * const columns = [{ name: 'team', role: 'label', samples: [] }] as const
 * const first = corrected({ columns: {}, noLabel: false, skip: false }, columns, 'team', 'category')
 * first // => { columns: { team: 'category' }, noLabel: true, skip: false }
 * corrected(first, columns, 'queue', 'label') // => { columns: { team: 'category', queue: 'label' }, noLabel: false, skip: false }
 */
export const corrected = (
  { columns, noLabel, skip }: Corrections,
  understood: readonly FileColumn[],
  name: string,
  role: ColumnRole,
): Corrections => {
  const isLabel = understood.some((column) => column.name === name && column.role === 'label')
  const kept = Object.entries(columns).filter(([, spec]) => !(single.includes(role) && spec === role))
  return {
    columns: { ...Object.fromEntries(kept), [name]: role },
    noLabel: role !== 'label' && (noLabel || isLabel),
    skip,
  }
}
