import { serverError } from '../errors.js'
import { unpackEvents } from './packing.js'
import type { ReplayPage } from './records.js'

/**
 * How the line of an event ends whose row is made from its item again: the item is stored once, not in the log too. No other
 * line ends like this, because quotes inside of strings are escaped.
 */
const STORED_ITEM = ',"item":true}'

/** The line of an event without the mark of its item. */
export const withoutMark = (line: string): string =>
  line.endsWith(STORED_ITEM) ? `${line.slice(0, -STORED_ITEM.length)}}` : line

/** The events of a page as they are stored; throws `store/broken` if they are damaged. */
export const eventsOf = ({ seq, events, packed }: Pick<ReplayPage, 'seq' | 'events' | 'packed'>): string => {
  if (!packed) return events
  try {
    return unpackEvents(packed)
  } catch (error) {
    throw serverError('store/broken', {
      reason: `page ${seq} of a log is damaged: ${(error as Error).message}`,
    })
  }
}

/**
 * The events of a page for a replay: with the items that they refer to. An item that was erased is missing, so that it is as if it
 * had never been seen. They come one by one, so that a replay keeps only one of them.
 */
export function* wholeLines(page: ReplayPage): Generator<string, void> {
  const { items } = page
  // Items and lines are in the same order.
  let next = 0
  let seq = page.seq
  for (const line of eventsOf(page).split('\n')) {
    if (line.endsWith(STORED_ITEM)) {
      while (next < items.seq.length && items.seq[next]! < seq) next++
      const content = items.seq[next] === seq ? items.content[next] : ''
      yield content ? `${line.slice(0, -'true}'.length)}${content}}` : withoutMark(line)
    } else yield line
    seq++
  }
}

/** The same as one text. */
export const wholeEvents = (page: ReplayPage): string => [...wholeLines(page)].join('\n')
