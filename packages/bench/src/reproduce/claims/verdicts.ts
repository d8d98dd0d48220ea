import type { Reproduction } from '../reproduction.js'
import type { Evidence } from './evidence.js'
import { NO_DATA, type Verdict } from './verdict.js'

/** A claim and whether our results agree with it. */
export interface ClaimVerdict extends Verdict {
  readonly claim: string
}

/**
 * The verdicts on all claims of a table or figure. Sets without data are named, because a verdict is about the others only.
 *
 * @example
 * const claims = [{ text: 'A is best', check: () => ({ verdict: 'holds', numbers: '1 of 1', test: 't' }) }]
 * verdictsOf({ claims }, { missing: ['url'] })[0].numbers // => '1 of 1; no data: url'
 */
export const verdictsOf = (
  { claims }: Pick<Reproduction, 'claims'>,
  evidence: Evidence,
): readonly ClaimVerdict[] =>
  claims.map(({ text, check }) => {
    const { verdict, numbers, test } = check(evidence)
    const known = numbers === NO_DATA ? [] : [numbers]
    const without = evidence.missing.length > 0 ? [`no data: ${evidence.missing.join(', ')}`] : []
    return { claim: text, verdict, numbers: [...known, ...without].join('; ') || NO_DATA, test }
  })

/**
 * A verdict as one line: `Holds: 4 of 4 agree (paired t-test).`
 *
 * @example
 * verdictText({ verdict: 'fails', numbers: '0 of 1 agree', test: 't-test' }) // => 'Fails: 0 of 1 agree (t-test).'
 */
export const verdictText = ({ verdict, numbers, test }: Verdict): string =>
  `${verdict.slice(0, 1).toUpperCase()}${verdict.slice(1)}: ${numbers}${test === 'none' ? '' : ` (${test})`}.`
