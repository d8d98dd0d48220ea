import type { Preparation } from '@askance/core'
import { findAlgorithm, queries } from '@askance/core/internals'
import type { VectorizerConfig } from './config.js'

/**
 * How a model should prepare the rows of a vectorizer: texts scaled to length 1, tables as they are, and an intercept.
 * A rule that weighs unfamiliar features measures them against the length of the row: with rows of length 1 it would ask
 * about nearly every text, as nearly every text has a word that is new. An algorithm that tunes itself scales rows by itself.
 *
 * @example
 * const config = usualVectorizer({ columns: [], sample: [{ text: 'hello world', line: 1 }] })
 * usualPreparation(config, 'PAA-II').normalize // => 'l2'
 * usualPreparation(config, 'D-AMD').normalize // => 'none'
 * usualPreparation(config, 'auto').intercept // => 'none'
 */
export const usualPreparation = (config: VectorizerConfig, algorithm: string): Preparation => {
  const { rule, paced } = findAlgorithm(algorithm)
  if (paced) return { normalize: 'none', intercept: 'none' }
  const weighsFeatures = rule === queries.discrimination || rule === queries.fullDiscrimination
  const onlyText = config.text !== undefined && config.text.normalize === 'none'
  return { normalize: rule.unitRows || (onlyText && !weighsFeatures) ? 'l2' : 'none', intercept: 'auto' }
}
