import type { LabelOrLabels } from './label-values.js'

/** How many of a labeller's last actions can be undone. */
const REMEMBERED = 10

type LabellerAction = 'answers' | 'unsure' | 'skipped'

interface RecentAction {
  readonly id: string
  /** The key is part of stored snapshots. */
  readonly deed: LabellerAction
  readonly label?: LabelOrLabels
}

interface Labeller {
  answers: number
  unsure: number
  skipped: number
  /** The most recent actions, the latest at the end. */
  readonly last: RecentAction[]
}

/** Counts what each labeller did, and remembers their most recent actions for undo. */
export class Labellers {
  readonly #all = new Map<string, Labeller>()

  record(by: string, id: string, action: LabellerAction, label?: LabelOrLabels): void {
    const labeller = this.#all.get(by) ?? { answers: 0, unsure: 0, skipped: 0, last: [] }
    this.#all.set(by, labeller)
    labeller[action]++
    labeller.last.push({ id, deed: action, ...(label !== undefined && { label }) })
    if (labeller.last.length > REMEMBERED) labeller.last.shift()
  }

  /** Removes the last action of a labeller on a question from the counts. */
  undo(by: string, id: string): void {
    const labeller = this.#all.get(by)
    const place = labeller?.last.findLastIndex((action) => action.id === id) ?? -1
    const [action] = place < 0 ? [] : (labeller?.last.splice(place, 1) ?? [])
    if (labeller && action) labeller[action.deed]--
  }

  /** Makes actions on a question final, because it was forgotten or corrected by another labeller. */
  makeFinal(id: string, except: readonly string[] = []): void {
    for (const [name, { last }] of this.#all) {
      const place = except.includes(name) ? -1 : last.findLastIndex((action) => action.id === id)
      if (place >= 0) last.splice(place, 1)
    }
  }

  /** The label that a labeller gave recently, unless it was undone or overruled. */
  lastLabel(by: string, id: string): LabelOrLabels | undefined {
    return this.#all.get(by)?.last.findLast((action) => action.id === id)?.label
  }

  /** Whether the last action of a labeller on a question can be undone. */
  remembers(by: string, id: string): boolean {
    return this.#all.get(by)?.last.some((action) => action.id === id) ?? false
  }

  /** Whether anybody else has labelled. */
  hasOthers(by: string): boolean {
    return this.#all.size > Number(this.#all.has(by))
  }

  lastQuestion(by: string): string | undefined {
    return this.#all.get(by)?.last.at(-1)?.id
  }

  *[Symbol.iterator](): IterableIterator<{ name: string } & Pick<Labeller, LabellerAction>> {
    for (const [name, { answers, unsure, skipped }] of this.#all) yield { name, answers, unsure, skipped }
  }

  save(): unknown {
    return [...this.#all]
  }

  load(saved: unknown): void {
    for (const [name, labeller] of saved as [string, Labeller][]) this.#all.set(name, labeller)
  }
}
