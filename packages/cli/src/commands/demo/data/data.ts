import { permutation } from '@askance/core/internals'

/** What a person sees of an item, and what the service receives. */
interface Content {
  readonly text?: string
  readonly meta?: Readonly<Record<string, string | null>>
  readonly features?: Readonly<Record<string, number>>
}

/** An item with its true label, which only a demo has. */
export interface DemoItem extends Content {
  readonly label: string
}

/** An item of the stream. */
export interface NumberedItem {
  readonly id: string
  readonly item: DemoItem
}

/** The data of a demo and the settings of its stream. */
export interface DemoData {
  /** The id of the stream. */
  readonly stream: string
  readonly title: string
  readonly guidelines: string
  /** One item, in the singular. */
  readonly noun: string
  /** What is classified as what, after "Askance classifies 6,022". */
  readonly task: string
  readonly classes: readonly string[]
  readonly positive?: string
  /** The default share of items to ask about. */
  readonly budget: number
  /** Spending follows (t/T)^exponent: early enough to learn, and late enough that a minute of answers moves many items. */
  readonly exponent: number
  /** How many items of each class are taught before the first item arrives. */
  readonly taught: number
  readonly load: (onProgress?: (text: string) => void) => Promise<readonly DemoItem[]>
}

/** The items of a demo: those that are taught first, and those that arrive. */
export interface Prepared {
  readonly examples: readonly DemoItem[]
  readonly arriving: readonly NumberedItem[]
}

/**
 * Shuffles the items by the seed, takes the first of each class as examples, and numbers the next `limit` with neutral ids.
 *
 * @example
 * const items = ['ham', 'ham', 'spam', 'spam'].map((label) => ({ text: label, label }))
 * const { examples, arriving } = prepare(items, { classes: ['ham', 'spam'], taught: 1, noun: 'mail' }, 9, 7)
 * examples.map(({ label }) => label).sort() // => ['ham', 'spam']
 * arriving.map(({ id }) => id) // => ['mail-1', 'mail-2']
 */
export const prepare = (
  items: readonly DemoItem[],
  { classes, taught, noun }: Pick<DemoData, 'classes' | 'taught' | 'noun'>,
  limit: number,
  seed: number,
): Prepared => {
  const missing = new Map(classes.map((name) => [name, taught]))
  const examples: DemoItem[] = []
  const others: DemoItem[] = []
  for (const from of permutation(items.length, seed)) {
    const item = items[from] as DemoItem
    const left = missing.get(item.label) ?? 0
    if (left > 0) {
      missing.set(item.label, left - 1)
      examples.push(item)
    } else if (others.length < limit) others.push(item)
  }
  const digits = String(others.length).length
  const idOf = (k: number): string => `${noun}-${String(k + 1).padStart(digits, '0')}`
  return { examples, arriving: others.map((item, k) => ({ id: idOf(k), item })) }
}
