import { coreError } from '../errors.js'
import { nearest } from '../nearest.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import { type Algorithm, algorithmsOf, type Entry } from './algorithm.js'
import { askance } from './auto.js'
import { cesaBianchi2009 } from './cesa-bianchi-2009.js'
import { combinationParts, combine, learnsAlike, variantOf } from './combination.js'
import { hao2017 } from './hao-2017.js'
import { lu2016 } from './lu-2016.js'
import { moroshko2014 } from './moroshko-2014.js'
import { zhai2022 } from './zhai-2022.js'

export type { Algorithm, Task } from './algorithm.js'
export { combinableRules, learnerVariants, rulesFor } from './combination.js'
export { costLegend, costOf, takesKernel } from './cost.js'
export { type Dial, dialOf } from './dial.js'

/** Every named algorithm, paper by paper. */
export const catalogue: readonly Algorithm[] = [
  askance,
  zhai2022,
  lu2016,
  hao2017,
  moroshko2014,
  cesaBianchi2009,
].flatMap(algorithmsOf)

const byName = new Map(catalogue.map((algorithm) => [algorithm.name.toUpperCase(), algorithm]))

/**
 * The algorithm of that name; upper and lower case do not matter. `LEARNER x RULE` combines a learner with any query rule that
 * can read it; a combination that the catalogue has is known by its name there.
 *
 * @example
 * findAlgorithm('d-amd').rule.name // => 'discrimination'
 * findAlgorithm('RLS x near').name // => 'RLS × near'
 * findAlgorithm('RLS x random').name // => 'R-RLS'
 * findAlgorithm('D-ADAM') // => throws algorithm/unknown
 * findAlgorithm('PA x BBQ') // => throws algorithm/combination
 */
export const findAlgorithm = (name: string): Algorithm => {
  const found = byName.get(name.toUpperCase())
  if (found) return found
  const parts = combinationParts(name)
  if (parts) return combination(...parts)
  const near = nearest(name.toUpperCase(), [...byName.keys()])
  const all = [...byName.values()].map((one) => one.name).join(', ')
  const hint = near
    ? `did you mean ${byName.get(near)?.name}?`
    : `expected one of ${all}; \`askance algorithms\` describes them`
  throw coreError('algorithm/unknown', { name, hint })
}

/** Combinations that were asked for, by their name. */
const combinations = new Map<string, Algorithm>()

const combination = (learnerName: string, ruleName: string): Algorithm => {
  const entry = combine(learnerName, ruleName)
  const known = combinations.get(entry.name) ?? namedCombination(entry)
  if (known) return known
  const [made] = algorithmsOf({ key: askance.key, entries: [entry] })
  combinations.set(entry.name, made)
  return made
}

const namedCombination = (entry: Entry): Algorithm | undefined =>
  catalogue.find((one) => learnsAlike(one, entry) && one.rule === entry.rule && one.sameAs === undefined)

/**
 * The same learner with another rule; undefined if it is not one of the learners that can be combined.
 *
 * @example
 * withRule(findAlgorithm('D-AMD'), queries.random)?.name // => 'R-AMD'
 * withRule(findAlgorithm('LASEC'), queries.random)?.name // => 'LASEC × random'
 * withRule(findAlgorithm('auto'), queries.always)?.name // => 'auto × always'
 */
export const withRule = (algorithm: Algorithm, rule: QueryDeclaration): Algorithm | undefined => {
  const variant = variantOf(algorithm)
  return variant && combination(variant.name, rule.name)
}

/**
 * The published algorithms and `auto`: all of them, and each by its name.
 *
 * @example
 * algorithms.find('D-AMD').parameters.map(({ name }) => name) // => ['smoothing', 'stepSize', 'ridge']
 * algorithms.all[0].name // => 'auto'
 */
export const algorithms = { all: catalogue, find: findAlgorithm } as const
