import { Metrics } from '@askance/core'
import { permutation } from '@askance/core/internals'
import { headerText, type Item, readMail, spamassassinMails } from '@askance/data'

/** The classes that a mail can have; the last is the one that is looked for. */
export const CLASSES = ['ham', 'spam'] as const
export type MailLabel = (typeof CLASSES)[number]

/** A mail as a person would see it, and what it is. */
export interface Mail {
  readonly text: string
  readonly meta: Readonly<Record<'subject' | 'from' | 'date', string | null>>
  readonly label: MailLabel
}

/** A mail in its place in the stream. */
export interface NumberedMail extends Mail {
  readonly id: string
}

/** Loads all mails there are; tests bring their own. */
export type MailSource = () => Promise<readonly Mail[]>

/** More of a mail than anybody reads before they know what it is. */
const MAX_CHARACTERS = 20_000

/** The mails of the SpamAssassin corpus, in the order of their delivery. */
export const corpusMails: MailSource = async () => {
  const mails: Mail[] = []
  for await (const batch of spamassassinMails().batches()) mails.push(...batch.map(displayedMail))
  return mails
}

/**
 * As people see it. The head stays away: in this corpus it tells by which way a mail was collected, and with it what it is.
 */
const displayedMail = ({ text = '', meta = {}, label }: Item): Mail => ({
  // Parsed on first use: a demo shows a part of the corpus.
  get text() {
    return readMail(text).body.slice(0, MAX_CHARACTERS)
  },
  get meta() {
    const { subject, from, date } = meta
    return { subject: headerOrNull(subject), from: headerOrNull(from), date: headerOrNull(date) }
  },
  label: label === 'spam' ? 'spam' : 'ham',
})

const headerOrNull = (value: unknown): string | null => (typeof value === 'string' ? headerText(value) : null)

/**
 * The first `most` mails in an order that the seed decides, with ids that do not tell what they are. In the order of their
 * delivery the first five hundred would nearly all be spam.
 *
 * @example
 * const meta = { subject: null, from: null, date: null }
 * const [first] = orderedMails([{ text: 'Hi', meta, label: 'ham' }], 1, 7)
 * first.id // => 'mail-1'
 */
export const orderedMails = (mails: readonly Mail[], most: number, seed: number): readonly NumberedMail[] => {
  const order = permutation(mails.length, seed).subarray(0, most)
  const digits = String(order.length).length
  return Array.from(order, (from, k) => ({
    ...(mails[from] as Mail),
    id: `mail-${String(k + 1).padStart(digits, '0')}`,
  }))
}

/** How good the predictions really were. */
export interface TruthValues {
  readonly items: number
  readonly accuracy: number
  readonly f1: number
}

/**
 * Counts predictions against what the mails are, which nobody outside of a demonstration could.
 *
 * @example
 * const truth = new Truth()
 * truth.add('spam', 'spam')
 * truth.add('ham', 'spam')
 * truth.values().accuracy // => 0.5
 */
export class Truth {
  readonly #metrics = new Metrics(CLASSES.length, CLASSES.indexOf('spam'))

  /** A class that somebody named meanwhile is as wrong as the other of the two. */
  add(predicted: string, label: MailLabel): void {
    const truth = CLASSES.indexOf(label)
    this.#metrics.add(predicted === label ? truth : 1 - truth, truth, false, false)
  }

  values(): TruthValues {
    const { items, accuracy, f1 } = this.#metrics.values()
    return { items, accuracy, f1 }
  }
}
