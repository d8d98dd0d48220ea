import type { BudgetSpec } from '../budget/budget.js'
import { Classifier } from '../classifier/classifier.js'
import type { Input } from '../classifier/input.js'
import type { QuestionState } from '../classifier/question.js'
import type { ClassifierView } from '../classifier/view.js'
import type { Counts } from '../classifier/when.js'
import { coreError } from '../errors.js'
import { classList } from '../format/class-list.js'
import { lazy } from '../lazy.js'
import { checkMultiLabel, type MultiLabelOptions, pairBudget, partOptions, YES } from './options.js'
import {
  computedOverAll,
  estimatesOverAll,
  levelForEach,
  type MultiLabelQuality,
  microF1Over,
  multiLabelText,
} from './quality.js'
import type { SharedInput } from './shared-input.js'

/** A question about an item: the state of each class that was asked about. */
interface MultiLabelQuestion {
  readonly id: string
  readonly classes: Readonly<Record<string, QuestionState>>
}

/** The read-only part of a multi-label classifier. */
export abstract class MultiLabelView<Item> {
  readonly classes: readonly string[]
  readonly input: Input<Item>
  /** A binary classifier for each class. */
  protected readonly parts: readonly Classifier<Item>[]
  protected readonly shared: SharedInput<Item>
  readonly #options: MultiLabelOptions
  protected budget: BudgetSpec

  /** The parts take their rows from `shared`. */
  constructor(options: MultiLabelOptions, input: Input<Item>, shared: SharedInput<Item>) {
    checkMultiLabel(options)
    this.classes = [...options.classes]
    this.input = input
    this.shared = shared
    this.#options = options
    this.budget = pairBudget(options)
    this.parts = this.classes.map(
      (label) => new Classifier({ ...partOptions(options, label), input: shared }),
    )
  }

  /** The settings, with the current budget. */
  get config(): MultiLabelOptions {
    return { ...this.#options, budget: this.budget }
  }

  /** `items` and `taught` count items; all other counts are pairs of an item and a class. */
  get counts(): Counts {
    const [first] = this.parts
    const sum = (name: 'open' | 'spent' | 'answers'): number =>
      this.parts.reduce((total, { counts }) => total + counts[name], 0)
    const { items, taught } = first.counts
    return { items, open: sum('open'), spent: sum('spent'), answers: sum('answers'), taught }
  }

  /** The part of a class, to read its quality, explanations and feature weights. */
  part(label: string): ClassifierView<Item> {
    return this.partOf(label)
  }

  /** The question with this id; undefined if no class was asked about. */
  question(id: string): MultiLabelQuestion | undefined {
    const states = this.classes.flatMap((label, k) => {
      const question = this.parts[k].question(id)
      return question ? [[label, question.state] as const] : []
    })
    return states.length > 0 ? { id, classes: Object.fromEntries(states) } : undefined
  }

  /** The ids of the open questions, in the order of asking. */
  get open(): readonly string[] {
    const rounds = new Map<string, number>()
    for (const part of this.parts) for (const { id, t } of part.open) rounds.set(id, t)
    return [...rounds].sort(([, a], [, b]) => a - b).map(([id]) => id)
  }

  /** Whether it has learned both a yes and a no of some class. Before that, predictions mean nothing. */
  get ready(): boolean {
    return this.parts.some(({ ready }) => ready)
  }

  /** Predicts the labels of an item. */
  predict(item: Item): readonly string[] {
    return this.forecast(item).predicted
  }

  /** Predicts the probability of every label; they do not sum to 1. */
  predictProba(item: Item): Readonly<Record<string, number>> {
    return this.forecast(item).probabilities
  }

  /** Predicts the labels and the probability of every label; the row of the item is made once. */
  forecast(item: Item): {
    readonly predicted: readonly string[]
    readonly probabilities: Readonly<Record<string, number>>
  } {
    this.shared.look(item)
    try {
      const forecasts = this.parts.map((part) => part.forecast(item))
      return {
        predicted: this.classes.filter((_, k) => forecasts[k].predicted === YES),
        probabilities: Object.fromEntries(
          this.classes.map((label, k) => [label, forecasts[k].probabilities[YES]]),
        ),
      }
    } finally {
      this.shared.look(undefined)
    }
  }

  /**
   * Estimates the quality over all items and classes from the answers, with intervals. The quality of a class is
   * `part(label).quality()`.
   */
  quality(level?: number): MultiLabelQuality {
    return computedOverAll(this.estimates(level))
  }

  /**
   * As `quality`, but each estimate is computed when it is first read, from what is known then: faster if you need only some. Read it
   * before you observe or answer again.
   */
  estimates(level = 0.95): MultiLabelQuality {
    const own = levelForEach(level, this.parts.length)
    const qualities = this.parts.map((part) => part.estimates(own))
    const cellLevel = levelForEach(level, 3 * this.parts.length)
    const all = estimatesOverAll(qualities.map((quality) => quality.all))
    const estimates: MultiLabelQuality = lazy<MultiLabelQuality>({
      hammingLoss: () => all.hammingLoss,
      macroF1: () => all.macroF1,
      microF1: () => microF1Over(this.parts.map((part) => part.confusion(cellLevel))),
      recent: () => estimatesOverAll(qualities.map(({ recent }) => recent)),
      classes: () => Object.fromEntries(this.classes.map((label, k) => [label, qualities[k].all])),
      text: () => multiLabelText(estimates, level),
    })
    return estimates
  }

  protected partOf(label: string): Classifier<Item> {
    const part = this.parts[this.classes.indexOf(label)]
    if (!part) throw coreError('label/unknown', { label, classes: classList(this.classes) })
    return part
  }
}
