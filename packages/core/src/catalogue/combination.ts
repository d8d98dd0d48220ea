import { selfTuning } from '../auto/declaration.js'
import { coreError } from '../errors.js'
import type { LearnerDeclaration } from '../learners/declaration.js'
import * as learners from '../learners/index.js'
import { nearest } from '../nearest.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import * as queries from '../queries/index.js'
import { binary, diagonal, type Entry, multiclass } from './algorithm.js'

/** A learner in one of its forms: the part of an entry that a rule is added to. */
type Variant = Omit<Entry, 'rule'>

const { never, ...asking } = queries

/** The rules that can be combined. `never` is left out: a learner would see no label. */
export const combinableRules: readonly QueryDeclaration[] = Object.values(asking)

/** Every learner under its name, with `-diag` for the diagonal of its matrix and `-multiclass` for a weight vector for each class. */
export const learnerVariants: readonly Variant[] = Object.values(learners).flatMap(
  (learner: LearnerDeclaration) => [
    binary(learner.name, learner, never),
    ...(learner.forms.indexOf('diagonal') > 0 ? [diagonal(learner.name, learner, never)] : []),
    ...(learner.multiclass ? [multiclass(`${learner.name}-multiclass`, learner, never)] : []),
  ],
)

/** The learner of `auto`, which keeps to a budget and is combined only with the rules that it is compared with. */
const selfTuningVariant: Variant = {
  name: selfTuning.name,
  task: 'any',
  learner: selfTuning,
  form: 'linear',
  paced: true,
}
const references: readonly QueryDeclaration[] = [queries.near, queries.random, queries.always]

const allVariants: readonly Variant[] = [...learnerVariants, selfTuningVariant]

/** Why the rule cannot read this learner; undefined if it can. */
const obstacle = ({ learner, form }: Variant, rule: QueryDeclaration): string | undefined => {
  const { needs, borrows = [] } = rule
  if (learner === selfTuning)
    return references.includes(rule) ? undefined : 'auto takes only near, random and always'
  // A diagonal has no leverage.
  const given = learner.gives === 'leverage' && form === 'diagonal' ? undefined : learner.gives
  if (needs !== undefined && needs !== given) return `it needs the ${needs} of a row`
  const missing = borrows.find((name) => !learner.parameters.some((parameter) => parameter.name === name))
  return missing === undefined ? undefined : `it needs a learner with the parameter ${missing}`
}

/**
 * The rules that can be combined with a learner.
 *
 * @example
 * rulesFor(learnerVariants.find(({ name }) => name === 'AROW')).some(({ name }) => name === 'BBQ') // => false
 */
export const rulesFor = (variant: Variant): readonly QueryDeclaration[] =>
  combinableRules.filter((rule) => obstacle(variant, rule) === undefined)

/**
 * The learner and the rule in a name such as `RLS x random`; undefined if it is no combination.
 *
 * @example
 * combinationParts('RLS x random') // => ['RLS', 'random']
 * combinationParts('RLS×random') // => ['RLS', 'random']
 * combinationParts('D-AMD') // => undefined
 */
export const combinationParts = (name: string): readonly [learner: string, rule: string] | undefined => {
  const parts = name.trim().split(/\s*×\s*|\s+x\s+/i)
  return parts.length === 2 ? [parts[0], parts[1]] : undefined
}

/** Case, spaces and hyphens do not matter: `Randomized-BBQ` is `randomized BBQ`. */
const key = (name: string): string => name.toUpperCase().replace(/[\s_-]+/g, '')

const found = <T extends { readonly name: string }>(
  kind: 'learner' | 'rule',
  written: string,
  all: readonly T[],
): T => {
  const same = all.find(({ name }) => key(name) === key(written))
  if (same) return same
  const near = nearest(
    key(written),
    all.map(({ name }) => key(name)),
  )
  const meant = all.find(({ name }) => key(name) === near)
  const known = all.map(({ name }) => name).join(', ')
  const hint = meant ? `did you mean ${meant.name}?` : `expected one of ${known}`
  throw coreError('algorithm/part', { kind, name: written, hint })
}

/** The learner in one of its forms that learns like an entry. */
export const variantOf = (entry: Variant): Variant | undefined =>
  allVariants.find((one) => learnsAlike(one, entry))

/** Whether two entries have the same learner in the same form. */
export const learnsAlike = (a: Variant, b: Variant): boolean =>
  a.learner === b.learner && a.form === b.form && a.task === b.task

/** A learner with any query rule that can read it. */
export const combine = (learnerName: string, ruleName: string): Entry => {
  const variant = found('learner', learnerName, allVariants)
  const rule = found('rule', ruleName, combinableRules)
  const reason = obstacle(variant, rule)
  if (reason !== undefined)
    throw coreError('algorithm/combination', {
      learner: variant.name,
      rule: rule.name,
      reason,
      rules: rulesFor(variant)
        .map(({ name }) => name)
        .join(', '),
      learners: learnerVariants
        .filter((other) => obstacle(other, rule) === undefined)
        .map(({ name }) => name)
        .join(', '),
    })
  const { paced, ...rest } = variant
  // One that always asks needs no pace.
  const isPaced = paced === true && rule !== queries.always
  return { ...rest, ...(isPaced && { paced }), name: `${variant.name} × ${rule.name}`, rule }
}
