import { Metrics } from '@askance/core'
import { permutation } from '@askance/core/internals'
import { headerText, type Item, readMail, spamassassinMails } from '@askance/data'

/** The last class is the positive one. */
export const CLASSES = ['ham', 'spam'] as const
export type MailLabel = (typeof CLASSES)[number]

/** A mail as displayed, with its true label. */
export interface Mail {
  readonly text: string
  readonly meta: Readonly<Record<'subject' | 'from' | 'date', string | null>>
  readonly label: MailLabel
}

/** A mail of the stream, with its id. */
export interface NumberedMail extends Mail {
  readonly id: string
}

/** Loads the mails; tests pass their own. */
export type MailSource = (onProgress: (text: string) => void) => Promise<readonly Mail[]>

/** Longer texts are cut. */
const MAX_CHARACTERS = 20_000

/** The SpamAssassin corpus in delivery order. */
export const corpusMails: MailSource = async (onProgress) => {
  const mails: Mail[] = []
  for await (const batch of spamassassinMails({ onProgress }).batches())
    mails.push(...batch.map(displayedMail))
  return mails
}

/**
 * The headers are dropped: in this corpus they reveal how a mail was collected, and so its label.
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
 * The first `limit` mails in an order set by the seed, with neutral ids. In delivery order, nearly all of the first 500 mails
 * would be spam.
 *
 * @example
 * const meta = { subject: null, from: null, date: null }
 * const [first] = orderedMails([{ text: 'Hi', meta, label: 'ham' }], 1, 7)
 * first.id // => 'mail-1'
 */
export const orderedMails = (
  mails: readonly Mail[],
  limit: number,
  seed: number,
): readonly NumberedMail[] => {
  const order = permutation(mails.length, seed).subarray(0, limit)
  const digits = String(order.length).length
  return Array.from(order, (from, k) => ({
    ...(mails[from] as Mail),
    id: `mail-${String(k + 1).padStart(digits, '0')}`,
  }))
}

/** The true quality of the predictions. */
export interface TruthValues {
  readonly items: number
  readonly accuracy: number
  readonly f1: number
}

/**
 * Compares predictions with the true labels, which only a demo has.
 *
 * @example
 * const truth = new Truth()
 * truth.add('spam', 'spam')
 * truth.add('ham', 'spam')
 * truth.values().accuracy // => 0.5
 */
export class Truth {
  readonly #metrics = new Metrics(CLASSES.length, CLASSES.indexOf('spam'))

  /** A class that was added later counts as wrong. */
  add(predicted: string, label: MailLabel): void {
    const truth = CLASSES.indexOf(label)
    this.#metrics.add(predicted === label ? truth : 1 - truth, truth, false, false)
  }

  values(): TruthValues {
    const { items, accuracy, f1 } = this.#metrics.values()
    return { items, accuracy, f1 }
  }
}
