import type { Grant } from '@askance/core/internals'
import { decodePage } from '../cluster/messages.js'
import type { OwnerBeginning, OwnerProgress, PublishedVersion, ReadPage } from '../cluster/owner.js'
import type { Paged } from '../stream/entries.js'
import type { Shape } from '../stream/input.js'
import type { Stream } from '../stream/stream.js'
import { type WidePart, wideError } from '../stream/wide.js'
import { decideShape, type Items } from './items.js'
import { type Nothing, operation } from './operation.js'
import type { NamedItem } from './types.js'

const REPEATED = 4

const wideOf = ({ id, wide, config }: Stream): WidePart => {
  if (!wide) throw wideError(id, config, 'partitions: it is an ordinary stream')
  return wide
}

/** Decides from the first items of a wide stream how items become rows. */
export const shape = operation({
  handle(stream, { items }: Items, context): Shape | undefined {
    wideOf(stream)
    decideShape(stream, items, context)
    return stream.shape
  },
})

/** How far the owner of a wide stream is. */
export const ownerStatus = operation({
  reads: true,
  handle(stream, _: Nothing): OwnerBeginning & OwnerProgress & { readonly isShaped: boolean } {
    const { items, answers } = stream.classifier.counts
    const { fold } = wideOf(stream)
    const { grantsLeft } = fold
    const isShaped = stream.shape !== undefined
    return { ...fold.begin(), items, answers, isShaped, ...(grantsLeft !== undefined && { grantsLeft }) }
  },
})

/** Notes the grants of earlier owners and returns the ones that void them. Grants are not logged. */
export const ownerFence = operation({
  handle: (stream, { given }: { readonly given: readonly Grant[] }): readonly Grant[] =>
    wideOf(stream).fold.fence(given),
})

/** Takes pages of partitions into the log, in order; those that were taken before are left out. */
export const takePages = operation({
  *handle(
    stream,
    { pages }: { readonly pages: readonly ReadPage[] },
    { time },
  ): Generator<void, { readonly opened: number; readonly damaged: number }> {
    const wide = wideOf(stream)
    let [opened, damaged] = [0, 0]
    stream.queue.expire(time)
    for (const { seq, bytes } of pages) {
      if (seq <= wide.fold.taken) continue
      const entry = pagedEntry(seq, bytes, time)
      if (entry) opened += take(stream, wide, entry)
      else damaged++
      yield
    }
    wide.fold.wide.classifier.expire({ time })
    return { opened, damaged }
  },
})

/** Undefined if the bytes are not a page: somebody else has written to the wire. */
const pagedEntry = (number: number, bytes: Uint8Array, time: number): Paged | undefined => {
  try {
    const { partition, flags, status } = decodePage(bytes)
    const items = flags.reduce((sum, flag) => sum + (flag & REPEATED ? 0 : 1), 0)
    const page = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
    return { type: 'paged', time, partition, number, items, version: status.version, page }
  } catch {
    return undefined
  }
}

const take = (stream: Stream, wide: WidePart, entry: Paged): number => {
  stream.happens(entry)
  const { page, opened } = wide.latest ?? { page: undefined, opened: [] }
  const contents = new Map(page?.asked.map(({ id, content }) => [id, content]))
  for (const decision of opened) {
    const { id } = decision
    const content = contents.get(id) || JSON.stringify({ id })
    stream.asked(decision, { id, item: JSON.parse(content) as NamedItem, content })
  }
  return opened.length
}

/** Makes a version of the model; undefined if the grants of earlier owners must be noted first. Nothing of it is logged. */
export const makeVersion = operation({
  waitsForDisk: true,
  handle(
    stream,
    { number, epoch }: { readonly number: number; readonly epoch: number },
    { time },
  ): PublishedVersion | undefined {
    const { paused } = stream.config
    return wideOf(stream).fold.version({ number, epoch, time, paused, shape: stream.shape })
  },
})
