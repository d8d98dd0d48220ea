import type { Position } from '@askance/core'
import { dataError } from './errors.js'

/**
 * The canonical spelling of a label: whole numbers lose a plus sign and a zero fraction; other labels are unchanged.
 *
 * @example
 * canonicalLabel('+1') // => '1'
 * canonicalLabel('-1.00') // => '-1'
 * canonicalLabel('0.5') // => '0.5'
 * canonicalLabel('007') // => '007'
 */
export const canonicalLabel = (text: string): string => {
  const whole = /^([+-]?)(0|[1-9]\d*)(?:\.0*)?$/.exec(text)
  if (!whole) return text
  const [, sign, digits] = whole as unknown as [string, string, string]
  return sign === '-' && digits !== '0' ? `-${digits}` : digits
}

/** Spellings of a missing label by programs. `NA`, `None` and `-` may be classes. */
const MISSING_LABELS = new Set(['', '?', 'NaN', 'nan', 'NAN', 'N/A', 'n/a', '#N/A', '<NA>', 'null', 'NULL'])

/**
 * Whether a field of the label column means that the item has no label.
 *
 * @example
 * isMissingLabel(' NaN ') // => true
 * isMissingLabel('none') // => false
 */
export const isMissingLabel = (text: string): boolean => MISSING_LABELS.has(text.trim())

/**
 * Sorts numbers by value, other labels by code point.
 *
 * @example
 * sortedLabels(['10', '9', '-1']) // => ['-1', '9', '10']
 * sortedLabels(['spam', '10', '9']) // => ['10', '9', 'spam']
 */
export const sortedLabels = (labels: readonly string[]): readonly string[] => {
  const numeric = labels.every((label) => label.trim() !== '' && !Number.isNaN(Number(label)))
  const byCodePoint = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return labels.toSorted((a, b) => (numeric ? Number(a) - Number(b) : 0) || byCodePoint(a, b))
}

/**
 * The labels seen so far: name ↔ id. Ids count from 0 in order of appearance.
 *
 * @example
 * const names = new LabelNames(['ham'])
 * names.add('spam') // => 1
 * names.add('ham') // => 0
 * names.name(1) // => 'spam'
 * names.id('eggs') // => -1
 */
export class LabelNames {
  readonly #names: string[] = []
  readonly #ids = new Map<string, number>()
  /** The maximum number of names, so that a stream of numbers cannot fill the memory. */
  readonly most: number

  constructor(names: Iterable<string> = [], most = 65_536) {
    this.most = most
    for (const name of names) this.add(name)
  }

  get size(): number {
    return this.#names.length
  }

  /** All names, by id. */
  get names(): readonly string[] {
    return this.#names
  }

  /** The id of the name, or −1 if it was never seen. */
  id(name: string): number {
    return this.#ids.get(name) ?? -1
  }

  name(id: number): string {
    const name = this.#names[id]
    if (name === undefined) throw new RangeError(`there is no label with id ${id}`)
    return name
  }

  /** The id of the name, added if it is new; `position` is used in the error. */
  add(name: string, position?: Position): number {
    const known = this.#ids.get(name)
    if (known !== undefined) return known
    if (this.#names.length >= this.most) throw dataError('labels/many', { most: this.most }, position)
    this.#ids.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }
}
