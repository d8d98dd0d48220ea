import { selfTuning } from '../auto/declaration.js'
import { findAlgorithm } from '../catalogue/index.js'
import type { Kernel } from '../kernels.js'
import { discrimination, fullDiscrimination } from '../queries/index.js'
import type { Preparation } from '../rows/prepare.js'

/** How a round decides: steered by a budget, as it was published, or by choosing among all items of a pool. */
export type Protocol = 'live' | 'paper' | 'pool'

/** The protocols of a stream, whose items come one by one. */
export const streamProtocols = ['live', 'paper'] as const satisfies readonly Protocol[]

export const protocols: readonly Protocol[] = [...streamProtocols, 'pool']

/** What rows are made of: they were there already, or come from texts, tables or named features. */
export type RowKind = 'rows' | 'text' | 'table' | 'features'

/**
 * The default row scaling and intercept. This is the only place that decides it, so the library, every command and the service
 * give the same predictions for the same settings.
 *
 * Rows have length 1 where the theory of the rule wants that, and where they are texts. There is one exception: a rule that
 * weighs unfamiliar features measures them against the length of the row, and would ask about nearly every text of length 1,
 * as nearly every one has a word that is new. An algorithm that tunes itself scales rows by itself. The papers have no
 * intercept; any other stream gets one that follows the length of its rows.
 *
 * @example
 * preparationFor('PAA-II', { rows: 'text' }) // => { normalize: 'l2', intercept: 'auto' }
 * preparationFor('D-AMD', { rows: 'text' }) // => { normalize: 'none', intercept: 'auto' }
 * preparationFor('BBQ', { protocol: 'paper' }) // => { normalize: 'l2', intercept: 'none' }
 * preparationFor('auto') // => { normalize: 'none', intercept: 'none' }
 */
export const preparationFor = (
  algorithm: string,
  {
    rows = 'rows',
    protocol = 'live',
    kernel,
  }: { readonly rows?: RowKind; readonly protocol?: Protocol; readonly kernel?: Kernel } = {},
): Preparation => {
  const { rule, learner } = findAlgorithm(algorithm)
  // It scales rows itself.
  if (learner === selfTuning) return { normalize: 'none', intercept: 'none' }
  const weighsFeatures = rule === discrimination || rule === fullDiscrimination
  // A kernel measures rows its own way.
  const isUnit = rule.unitRows === true && !kernel
  const isText = rows === 'text' && !weighsFeatures
  return { normalize: isUnit || isText ? 'l2' : 'none', intercept: protocol === 'paper' ? 'none' : 'auto' }
}
