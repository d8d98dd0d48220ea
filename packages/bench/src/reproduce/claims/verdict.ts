import type { MetricName } from '../../metrics.js'
import { holm } from '../../statistics/index.js'
import type { Evidence } from './evidence.js'

/** A statement of a paper that our results confirm, contradict, or leave open. */
export interface Claim {
  readonly text: string
  /** The metrics that the check needs in addition to that of the protocol. */
  readonly metrics?: readonly MetricName[]
  check(evidence: Evidence): Verdict
}

export type Check = Claim['check']

export interface Verdict {
  readonly verdict: 'holds' | 'fails' | 'undecided'
  /** How many comparisons agree, and those that do not. */
  readonly numbers: string
  /** What was tested, and how. */
  readonly test: string
}

/** One comparison of a claim. */
export interface Finding {
  /** Whether the values point the way the claim says; undefined without data. */
  readonly agrees: boolean | undefined
  /** The chance of such a difference without a true one; undefined if no test is needed or possible. */
  readonly p?: number
  readonly text: string
}

const LEVEL = 0.05
export const NO_DATA = 'no data'
const MAX_LISTED = 3

type Outcome = 'agrees' | 'contradicts' | 'open'

/**
 * The verdict of several comparisons. One agrees if it points the right way with p ≤ 5 %. It contradicts if it points
 * the other way with p ≤ 5 % after Holm's correction, because among many comparisons some differ by chance. A claim of
 * `all` holds if all agree and fails if one contradicts; one of `most` holds if more than half agree and fails if
 * that is out of reach. Everything else is undecided.
 *
 * @example
 * judged([{ agrees: true, p: 0.01, text: 'A' }], 't-test').verdict // => 'holds'
 * judged([{ agrees: false, p: 0.01, text: 'A' }], 't-test').verdict // => 'fails'
 * judged([{ agrees: true, p: 0.2, text: 'A' }], 't-test').verdict // => 'undecided'
 * judged([], 't-test').numbers // => 'no data'
 */
export const judged = (findings: readonly Finding[], test: string, of: 'all' | 'most' = 'all'): Verdict => {
  const known = findings.filter(({ agrees }) => agrees !== undefined)
  if (known.length === 0) return { verdict: 'undecided', numbers: NO_DATA, test }
  const adjusted = holm(known.map(({ p = 0 }) => p))
  const outcomes = known.map(({ agrees, p = 0 }, k): Outcome => {
    if (agrees) return p <= LEVEL ? 'agrees' : 'open'
    return adjusted[k]! <= LEVEL ? 'contradicts' : 'open'
  })
  const count = (wanted: Outcome): number => outcomes.filter((one) => one === wanted).length
  const [agree, contradict] = [count('agrees'), count('contradicts')]
  const isMost = of === 'most'
  const holds = isMost ? agree > known.length / 2 : agree === known.length
  const fails = isMost ? contradict >= known.length / 2 : contradict > 0
  const some = (wanted: Outcome, title: string): readonly string[] => {
    const texts = known.flatMap(({ text }, k) => (outcomes[k] === wanted ? [text] : []))
    const more = texts.length > MAX_LISTED ? `, and ${texts.length - MAX_LISTED} more` : ''
    return texts.length === 0 ? [] : [`${title} ${texts.slice(0, MAX_LISTED).join(', ')}${more}`]
  }
  return {
    verdict: holds ? 'holds' : fails ? 'fails' : 'undecided',
    numbers: [
      `${agree} of ${known.length} agree`,
      ...(known.length <= MAX_LISTED ? some('agrees', 'agree:') : []),
      ...some('contradicts', 'contradict:'),
      ...some('open', 'open:'),
    ].join('; '),
    test,
  }
}

/**
 * Several checks of one claim: it fails if one part fails, and holds if all hold. Parts without data do not count.
 *
 * @example
 * both(untestable('lost'), untestable('never printed'))({}).numbers // => 'lost / never printed'
 */
export const both =
  (...checks: readonly Check[]): Check =>
  (evidence) => {
    const all = checks.map((check) => check(evidence))
    const known = all.filter(({ numbers }) => numbers !== NO_DATA)
    const has = (wanted: Verdict['verdict']): boolean => known.some(({ verdict }) => verdict === wanted)
    const isOpen = known.length === 0 || has('undecided')
    return {
      verdict: has('fails') ? 'fails' : isOpen ? 'undecided' : 'holds',
      numbers: known.length === 0 ? NO_DATA : all.map(({ numbers }) => numbers).join(' / '),
      test: [...new Set(all.map(({ test }) => test))].join(' / '),
    }
  }

/** A claim that the results cannot decide, with the reason. */
export const untestable =
  (reason: string): Check =>
  () => ({ verdict: 'undecided', numbers: reason, test: 'none' })
