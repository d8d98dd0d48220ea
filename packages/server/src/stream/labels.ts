import type { ItemQuestion, StreamEvent } from './classifier.js'
import { type LabelOrLabels, labelOf } from './label-values.js'

/** The label of an item, by whom and for which round. Labels that several votes agreed on have no single author. */
export interface GivenLabel {
  readonly label: LabelOrLabels
  readonly t: number
  readonly by?: string
  /** Whether a person has checked it in a review. */
  readonly confirmed?: true
}

/** The labels of all observed items, for lists and reviews. Examples are not observed and not listed. */
export class Labels {
  readonly #given = new Map<string, GivenLabel>()
  /** The rounds of items that were labelled without a question. */
  readonly #rounds = new Map<string, number>()

  get(id: string): GivenLabel | undefined {
    return this.#given.get(id)
  }

  [Symbol.iterator](): IterableIterator<[string, GivenLabel]> {
    return this.#given.entries()
  }

  /** Records a label of an item that was not asked. */
  addUnasked(id: string, given: GivenLabel): void {
    this.#rounds.set(id, given.t)
    this.#given.set(id, given)
  }

  confirm(id: string): void {
    const given = this.#given.get(id)
    if (given) this.#given.set(id, { ...given, confirmed: true })
  }

  /** Follows an event of the classifier about this question. */
  follow(event: StreamEvent, question: ItemQuestion | undefined): void {
    if (event.type === 'answered' || event.type === 'corrected') {
      const t = question?.reason === 'taught' ? this.#rounds.get(event.id) : question?.t
      const { id, by } = event
      const label = amongClasses(labelOf(event), question?.classes)
      if (t !== undefined) this.#given.set(id, { label, t, ...(by !== undefined && { by }) })
    } else if (event.type === 'forgotten' || event.type === 'reopened') this.#given.delete(event.id)
  }

  save(): unknown {
    return { given: [...this.#given], rounds: [...this.#rounds] }
  }

  /** Snapshots of older versions have no labels; these come from the answered questions, without their authors. */
  load(
    saved: unknown,
    answered: Iterable<{ readonly question: ItemQuestion; readonly label: LabelOrLabels }>,
  ): void {
    const { given, rounds } = (saved ?? {}) as {
      given?: [string, GivenLabel][]
      rounds?: [string, number][]
    }
    for (const [id, t] of rounds ?? []) this.#rounds.set(id, t)
    if (given) for (const [id, one] of given) this.#given.set(id, one)
    else for (const { question, label } of answered) this.#given.set(question.id, { label, t: question.t })
  }
}

/** In a multi-label stream: the labels among the classes asked about, in the order of the classes. */
const amongClasses = (label: LabelOrLabels, classes: readonly string[] | undefined): LabelOrLabels =>
  typeof label === 'string' || !classes ? label : classes.filter((one) => label.includes(one))
