import type { Cell, Insert, Statement, Step } from './database.js'
import { packEvents } from './packing.js'
import type { ItemColumns, Page } from './records.js'
import type { TableName } from './tables.js'

/** Reserves the position of a page in the log; fails if the log has moved on, or the stream has another owner. */
const pageGuard = ({ stream, epoch, seq, count, counts, time }: Page): Statement => ({
  sql: `UPDATE streams SET seq = $3, counts = $4, changed = $5
    WHERE id = $1 AND seq = $2 ${epoch === undefined ? '' : 'AND epoch = $6'} RETURNING id`,
  parameters: [
    stream,
    seq - 1,
    seq - 1 + count,
    JSON.stringify(counts),
    time,
    ...(epoch === undefined ? [] : [epoch]),
  ],
  needs: 1,
})

/** Inserts the rows of pages after their positions are reserved. */
export const pageContents = (pages: readonly Page[]): readonly Step[] => [
  ...insert(
    'log',
    pages.filter(({ count }) => count > 0),
    {
      stream: (page) => page.stream,
      seq: (page) => page.seq,
      count: (page) => page.count,
      time: (page) => page.time,
      size: (page) => page.events.length + (page.contents ?? 0),
      events: () => '',
      packed: (page) => packEvents(page.events),
      contents: (page) => page.contents ?? 0,
    },
  ),
  ...insert('item_events', belonging(pages, 'itemEvents'), {
    stream: ({ page }) => page.stream,
    id: ({ part }) => part.id,
    seq: ({ part }) => part.seq,
  }),
  ...itemInsert(pages.filter(({ items }) => items.id.length > 0)),
  ...insert('item_packs', belonging(pages, 'packs'), {
    stream: ({ page }) => page.stream,
    seq: ({ part }) => part.seq,
    t: ({ part }) => part.t,
    last: ({ part }) => part.last,
    count: ({ part }) => part.count,
    time: ({ part }) => part.time,
    stamp: ({ part }) => part.stamp,
    labels: ({ part }) => part.labels,
    size: ({ part }) => part.items.length,
    items: ({ part }) => part.items,
  }),
  ...insert('points', belonging(pages, 'points'), {
    stream: ({ page }) => page.stream,
    t: ({ part }) => part.t,
    time: ({ part }) => part.time,
    point: ({ part }) => part.point,
  }),
  ...insert(
    'receipts',
    pages.flatMap(({ stream, receipt }) => (receipt ? [{ stream, ...receipt }] : [])),
    {
      stream: (receipt) => receipt.stream,
      key: (receipt) => receipt.key,
      fingerprint: (receipt) => receipt.fingerprint,
      status: (receipt) => receipt.status,
      body: (receipt) => receipt.body,
      time: (receipt) => receipt.time,
    },
  ),
  ...insert(
    'deliveries',
    pages.flatMap(({ deliveries }) => deliveries ?? []),
    {
      hook: (delivery) => delivery.hook,
      event: (delivery) => delivery.event,
      body: (delivery) => delivery.body,
      due: (delivery) => delivery.due,
      attempts: () => 0,
      state: () => 'waiting',
    },
  ),
  ...pages.filter(({ erased }) => erased.length > 0).map(erasure),
  ...pages.filter(({ asked = [] }) => asked.length > 0).map(asking),
  ...pages.flatMap(redaction),
]

const itemInsert = (pages: readonly Page[]): readonly Insert[] => {
  if (pages.length === 0) return []
  const [first] = pages
  // Most groups are one page, whose columns need no copies.
  const column = (name: keyof ItemColumns): readonly Cell[] =>
    pages.length === 1
      ? (first?.items[name] as readonly Cell[])
      : pages.flatMap(({ items }) => items[name] as readonly Cell[])
  const columns = {
    stream: pages.flatMap(({ stream, items }) => items.id.map(() => stream)),
    id: column('id'),
    t: column('t'),
    seq: column('seq'),
    time: column('time'),
    predicted: column('predicted'),
    confidence: column('confidence'),
    asked: pages.flatMap(({ items }) => items.asked.map(Number)),
    content: column('content'),
  }
  return [{ into: 'items', columns }]
}

const belonging = <Key extends 'points' | 'itemEvents' | 'packs'>(pages: readonly Page[], key: Key) =>
  pages.flatMap((page) =>
    ((page[key] ?? []) as readonly NonNullable<Page[Key]>[number][]).map((part) => ({ page, part })),
  )

const erasure = ({ stream, erased }: Page): Statement => ({
  sql: "UPDATE items SET content = '' WHERE stream = $1 AND id = ANY($2)",
  parameters: [stream, erased],
})

const asking = ({ stream, asked = [] }: Page): Statement => ({
  sql: 'UPDATE items SET asked = 1 WHERE stream = $1 AND id = ANY($2)',
  parameters: [stream, asked],
})

const redaction = ({ stream, redaction }: Page): readonly Statement[] => {
  if (!redaction) return []
  const { pages, packs = [], from, words } = redaction
  return [
    ...pages.map(({ seq, events }) => ({
      sql: "UPDATE log SET events = '', packed = $3 WHERE stream = $1 AND seq = $2",
      parameters: [stream, seq, packEvents(events)],
    })),
    ...packs.map(({ seq, items }) => ({
      sql: 'UPDATE item_packs SET items = $3, size = $4 WHERE stream = $1 AND seq = $2',
      parameters: [stream, seq, items, items.length],
    })),
    ...words.flatMap((word) => forgetWord(stream, word)),
    ...(from === undefined ? [] : forgetState(stream, from)),
  ]
}

/** A stored response can have words of an item; keys contain the name of the person. */
const forgetWord = (stream: string, word: string): readonly Statement[] => [
  {
    sql: `DELETE FROM receipts WHERE stream = $1 AND
      (replace(body, $2, '') <> body OR replace(key, $3, '') <> key)`,
    parameters: [stream, JSON.stringify(word), word],
  },
  {
    sql: `DELETE FROM deliveries WHERE state <> 'waiting' AND hook IN (SELECT id FROM hooks WHERE stream = $1)
      AND replace(body, $2, '') <> body`,
    parameters: [stream, JSON.stringify(word)],
  },
]

/**
 * Snapshots before the event stay, and all stay if the stream could not be loaded without them, because the beginning of its log
 * was removed. Parts of one that is being written are not listed yet.
 */
const forgetState = (stream: string, from: number): readonly Statement[] => [
  { sql: 'UPDATE streams SET generation = generation + 1 WHERE id = $1', parameters: [stream] },
  {
    sql: `DELETE FROM snapshots WHERE stream = $1 AND seq >= $2
      AND (EXISTS (SELECT 1 FROM log WHERE stream = $1 AND seq = 1)
        OR EXISTS (SELECT 1 FROM snapshots AS s WHERE s.stream = $1 AND s.seq < $2))`,
    parameters: [stream, from],
  },
  {
    sql: `DELETE FROM snapshot_parts WHERE stream = $1
      AND seq NOT IN (SELECT seq FROM snapshots WHERE stream = $1)`,
    parameters: [stream],
  },
]

/** No step if there are no rows. */
const insert = <Source>(
  into: TableName,
  rows: readonly Source[],
  columns: Readonly<Record<string, (row: Source) => Cell>>,
): readonly Insert[] => {
  if (rows.length === 0) return []
  const filled = Object.entries(columns).map(([name, value]) => [name, rows.map(value)] as const)
  return [{ into, columns: Object.fromEntries(filled) }]
}

export const pageSteps = (page: Page): readonly Step[] => [pageGuard(page), ...pageContents([page])]
