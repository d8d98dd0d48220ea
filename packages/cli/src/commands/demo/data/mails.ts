import { headerText, type Item, readMail, spamassassinMails } from '@askance/data'
import type { DemoData, DemoItem } from './data.js'

/** Longer texts are cut. */
const MAX_CHARACTERS = 20_000

/** The SpamAssassin corpus. */
export const mails: DemoData = {
  stream: 'mail',
  title: 'Mail: spam or not?',
  guidelines: [
    'Spam is unsolicited bulk mail: offers, prizes, schemes, pills.',
    'Ham is all other mail: personal mail, mailing lists, and newsletters with a subscription.',
    'The mails are real and about twenty years old. If you cannot decide, press Unsure.',
  ].join('\n\n'),
  noun: 'mail',
  task: 'real mails as spam or ham',
  classes: ['ham', 'spam'],
  positive: 'spam',
  budget: 0.05,
  exponent: 0.7,
  taught: 12,
  async load(onProgress) {
    const items: DemoItem[] = []
    for await (const batch of spamassassinMails({ ...(onProgress && { onProgress }) }).batches())
      items.push(...batch.map(displayedMail))
    return items
  },
}

/**
 * The headers are dropped: in this corpus they reveal how a mail was collected, and so its label.
 */
const displayedMail = ({ text = '', meta = {}, label }: Item): DemoItem => ({
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
