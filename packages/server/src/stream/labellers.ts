/** So many of one's last answers can be taken back. */
const REMEMBERED = 10

type Deed = 'answers' | 'unsure' | 'skipped'

interface Labeller {
  answers: number
  unsure: number
  skipped: number
  /** What they said of which question last, the latest at the end. */
  readonly last: { readonly id: string; readonly deed: Deed; readonly label?: string }[]
}

/** Who has said how much, and what last. */
export class Labellers {
  readonly #all = new Map<string, Labeller>()

  /** Somebody has said something of a question. */
  did(by: string, id: string, deed: Deed, label?: string): void {
    const labeller = this.#all.get(by) ?? { answers: 0, unsure: 0, skipped: 0, last: [] }
    this.#all.set(by, labeller)
    labeller[deed]++
    labeller.last.push({ id, deed, ...(label !== undefined && { label }) })
    if (labeller.last.length > REMEMBERED) labeller.last.shift()
  }

  /** What somebody said of a question counts no more: they took it back. */
  undid(by: string, id: string): void {
    const labeller = this.#all.get(by)
    const place = labeller?.last.findLastIndex((said) => said.id === id) ?? -1
    const [said] = place < 0 ? [] : (labeller?.last.splice(place, 1) ?? [])
    if (labeller && said) labeller[said.deed]--
  }

  /** The question is no longer theirs to take back: it was forgotten, or corrected by another. */
  lost(id: string, except: readonly string[] = []): void {
    for (const [name, { last }] of this.#all) {
      const place = except.includes(name) ? -1 : last.findLastIndex((said) => said.id === id)
      if (place >= 0) last.splice(place, 1)
    }
  }

  /** The label that somebody gave lately, where it still stands. */
  labelOf(by: string, id: string): string | undefined {
    return this.#all.get(by)?.last.findLast((said) => said.id === id)?.label
  }

  /** The question somebody spoke of last. */
  lastOf(by: string): string | undefined {
    return this.#all.get(by)?.last.at(-1)?.id
  }

  *[Symbol.iterator](): IterableIterator<{ name: string } & Pick<Labeller, Deed>> {
    for (const [name, { answers, unsure, skipped }] of this.#all) yield { name, answers, unsure, skipped }
  }

  save(): unknown {
    return [...this.#all]
  }

  load(saved: unknown): void {
    for (const [name, labeller] of saved as [string, Labeller][]) this.#all.set(name, labeller)
  }
}
