import { ruleInputs } from '../budget/steering.js'
import { type ClassifierConfig, learnerOptionsOf } from '../classifier/options.js'
import type { Parameters } from '../parameters.js'
import { type DecisionReason, Tally } from '../parts.js'
import type { QueryDeclaration } from '../queries/declaration.js'
import { partsOf } from '../rounds/create.js'
import { isFeatureless, type Row } from '../rows/row.js'
import { RowTable } from '../rows/table.js'
import type { State } from '../state/state.js'
import type { Allowance } from './grants.js'
import type { ItemIds } from './ids.js'
import { WidePace, type WideStatus } from './pace.js'
import { Replica } from './replica.js'
import { Odds, type Terms, termsOf } from './terms.js'

/** A version of the model of a wide stream: what predicts, and what partitions need to know to pace themselves. */
export interface Version {
  readonly number: number
  readonly epoch: number
  readonly partitions: number
  readonly config: ClassifierConfig
  readonly classes: readonly string[]
  /** Answers that it has learned; items and spent questions of all partitions that it knows. */
  readonly answers: number
  readonly items: number
  readonly spent: number
  /** The same by partition. */
  readonly itemsOf: Float64Array
  readonly spentOf: Float64Array
  /** See `TermsInput`. */
  readonly fraction: number
  readonly looks: Float64Array
  readonly spread: number
  readonly dial: number
  readonly lasting: number
  /** Nothing is asked. */
  readonly paused: boolean
  /** Labels of at least two classes were learned. */
  readonly ready: boolean
  /** One row in so many is sampled. */
  readonly sampleEvery: number
  readonly tokens?: { readonly left: number; readonly gap: number }
  readonly pace: State
  readonly model: State
}

/** What the rows of an item and its page share: see `Observed` for the meaning of the fields. */
export interface AskedItem {
  /** The place in the page. */
  readonly at: number
  readonly id: string
  readonly coin: number
  readonly scores: readonly number[]
  readonly doubt: readonly number[]
  readonly measure: number
  readonly reason: DecisionReason
  readonly opinion?: readonly number[]
}

/** The state of a partition after its last page. */
export interface PartitionStatus {
  readonly items: number
  readonly spent: number
  /** The version of the last page, and what was planned since it came. */
  readonly version: number
  readonly planned: number
}

export const NEW_PARTITION: PartitionStatus = { items: 0, spent: 0, version: 0, planned: 0 }

/** An item was asked about, its row is in the sample, or its earlier decision was repeated. */
export const ASKED = 1
export const SAMPLED = 2
export const REPEATED = 4

/** The decisions about some items of a partition. All columns have an entry for each item, in order. */
export interface DecidedItems {
  readonly status: PartitionStatus
  readonly terms: Terms
  /** The numbers that stand for the ids. */
  readonly numbers: Float64Array
  readonly predicted: Int32Array
  readonly probability: Float64Array
  readonly margin: Float64Array
  readonly confidence: Float64Array
  readonly flags: Uint8Array
  readonly asked: readonly AskedItem[]
  /** The rows of the asked and the sampled items, in order. */
  readonly rows: RowTable
}

/** All rows of the first items teach the scales of `auto`, then one in `sampleEvery`. */
const SAMPLED_FROM_START = 2000
/** What the number of an item modulo the partitions does not decide. */
const SAMPLE_SHIFT = 2 ** 20

/** A decision that was made before, if the id is recent. */
export interface Earlier {
  readonly predicted: number
  readonly probability: number
  readonly margin: number
  readonly confidence: number
  readonly flags: number
}

/** Decides about items with a version. It keeps nothing: what a decision depends on is in the version, the page and the item. */
export class WideModel {
  readonly version: Version
  readonly replica: Replica
  readonly pace: WidePace
  readonly #rule: QueryDeclaration
  readonly #parameters: Parameters

  /** A replica of an earlier version is used again. */
  constructor(version: Version, replica: Replica = new Replica(version.config)) {
    const { config, partitions, classes, tokens } = version
    const { algorithm, parameters } = partsOf(learnerOptionsOf(config))
    const isSelfTuning = 'statistics' in replica.learner
    this.version = version
    this.replica = replica
    this.pace = new WidePace(config.budget, partitions, isSelfTuning ? config.classes.length : undefined)
    this.pace.load(version.pace)
    this.pace.lasting = version.lasting
    if (tokens) this.pace.tokens = tokens
    this.#rule = algorithm.rule
    this.#parameters = parameters
    replica.load(version.model, classes)
  }

  /** The terms of the next page of a partition. */
  terms(partition: number, status: PartitionStatus): Terms {
    const { version, pace, replica } = this
    return termsOf(
      {
        pace,
        rule: this.#rule,
        parameters: this.#parameters,
        tally: replica.tally,
        fraction: version.fraction,
        measures: version.config.measure > 0,
        looks: version.looks,
        spread: version.spread,
        dial: version.dial,
      },
      this.#wideStatus(partition, status),
    )
  }

  #wideStatus(partition: number, { items, spent, version, planned }: PartitionStatus): WideStatus {
    const { version: own } = this
    return {
      items: own.items,
      spent: own.spent,
      ownItems: Math.max(0, items - own.itemsOf[partition]),
      ownSpent: Math.max(0, spent - own.spentOf[partition]),
      planned: version === own.number ? planned : Math.max(0, spent - own.spentOf[partition]),
      allOwnItems: items,
      allOwnSpent: spent,
    }
  }

  /** P of a row, computed again from the terms of its page. */
  probability(row: Row, terms: Terms): number {
    return this.#probability(this.replica.prepare(row), this.odds(terms))
  }

  odds(terms: Terms): Odds {
    return new Odds(this.#rule, this.#parameters, terms, Object.assign(new Tally(), this.replica.tally))
  }

  #probability(row: Row, odds: Odds): number {
    const { replica } = this
    replica.read(row)
    return odds.probability(replica.doubt, replica.confidence(), this.#isWorthless(row))
  }

  #isWorthless(row: Row): boolean {
    return this.version.config.protocol === 'live' && isFeatureless(row)
  }

  /**
   * Decides about the next items of a partition. P is 0 where the allowance is used up; nothing else enters but version, terms and row.
   * `earlier` returns the decision about a recent id.
   */
  decide(
    partition: number,
    before: PartitionStatus,
    given: {
      readonly ids: readonly string[]
      readonly rows: RowTable
      readonly itemIds: ItemIds
      readonly allowance: Allowance | undefined
      readonly earlier: (number: number) => Earlier | undefined
    },
  ): DecidedItems {
    const { ids, rows, itemIds, allowance, earlier } = given
    const { version, replica, pace } = this
    const count = ids.length
    const terms = this.terms(partition, before)
    const odds = this.odds(terms)
    const columns = newColumns(count)
    const asked: AskedItem[] = []
    const kept = new RowTable()
    /** Where in the page the decision about an id is. */
    const places = new Map<number, number>()
    const most = version.paused ? 0 : (allowance?.bound ?? Number.POSITIVE_INFINITY)
    let { items, spent } = before
    for (let at = 0; at < count; at++) {
      const id = ids[at]
      const number = itemIds.number(id)
      columns.numbers[at] = number
      const place = places.get(number)
      const known = place === undefined ? earlier(number) : earlierAt(columns, place)
      if (known) {
        repeat(columns, at, known)
        continue
      }
      places.set(number, at)
      items++
      const row = replica.prepare(rows.row(at))
      const { predicted, score, scores } = replica.read(row)
      const confidence = replica.confidence()
      const { doubt } = replica
      const isAllowed = spent < most && pace.allows(items, spent)
      const probability = isAllowed ? odds.probability(doubt, confidence, this.#isWorthless(row)) : 0
      columns.predicted[at] = predicted
      columns.probability[at] = probability
      columns.margin[at] = score
      columns.confidence[at] = confidence
      const coin = itemIds.coin(id)
      const isAsked = coin < probability
      const isSampled =
        items * version.partitions <= SAMPLED_FROM_START ||
        Math.floor(number / SAMPLE_SHIFT) % version.sampleEvery === 0
      columns.flags[at] = (isAsked ? ASKED : 0) | (isSampled ? SAMPLED : 0)
      if (isAsked || isSampled) kept.push(rows.row(at))
      if (!isAsked) continue
      spent++
      const measure = odds.measure(confidence)
      const opinion = replica.opinion()
      const reason: DecisionReason =
        coin < terms.audit ? 'audit' : coin < measure ? 'measure' : odds.reason(doubt)
      const rest = { scores: [...scores], doubt: ruleInputs(doubt), measure, reason }
      asked.push({ at, id, coin, ...rest, ...(opinion && { opinion: [...opinion] }) })
    }
    const fresh = items - before.items
    const planned = this.#wideStatus(partition, before).planned + terms.rate * fresh
    return {
      status: { items, spent, version: version.number, planned },
      terms,
      ...columns,
      asked,
      rows: kept,
    }
  }
}

const newColumns = (count: number) => ({
  numbers: new Float64Array(count),
  predicted: new Int32Array(count),
  probability: new Float64Array(count),
  margin: new Float64Array(count),
  confidence: new Float64Array(count),
  flags: new Uint8Array(count),
})

type Columns = ReturnType<typeof newColumns>

export const earlierAt = (
  {
    predicted,
    probability,
    margin,
    confidence,
    flags,
  }: Pick<DecidedItems, 'predicted' | 'probability' | 'margin' | 'confidence' | 'flags'>,
  at: number,
): Earlier => ({
  predicted: predicted[at],
  probability: probability[at],
  margin: margin[at],
  confidence: confidence[at],
  flags: flags[at],
})

const repeat = (columns: Columns, at: number, known: Earlier): void => {
  columns.predicted[at] = known.predicted
  columns.probability[at] = known.probability
  columns.margin[at] = known.margin
  columns.confidence[at] = known.confidence
  columns.flags[at] = (known.flags & ASKED) | REPEATED
}
