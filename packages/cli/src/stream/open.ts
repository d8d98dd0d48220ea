import { AskanceError } from '@askance/core'
import { type ItemOptions, type ItemSource, openBytes } from '@askance/data'
import type { Context } from '../context.js'
import { spooled } from '../files/temporary.js'
import { ItemInput, openItemInput } from './item-input.js'
import { sourceName } from './items.js'
import { dataDirOf, located } from './located.js'
import { openMatching } from './matching.js'
import { type ReaderFlags, readerOptions } from './reader.js'
import type { RowMaker } from './row-maker.js'
import { Skipped } from './skipped.js'

/** LIBSVM text is read straight into rows; all else is read as items, which are then made into rows. */
export type Opened =
  | {
      readonly kind: 'libsvm'
      readonly path: string
      readonly source: string
      /** What is read, where its beginning was looked at already. */
      readonly bytes?: AsyncIterable<Uint8Array>
    }
  | { readonly kind: 'items'; readonly input: ItemInput }

export interface OpenOptions {
  /** What a model knows of how its data is read, and how its rows are made. */
  readonly reader?: ItemOptions
  readonly maker?: RowMaker
  /** Whether it will be read more than once. */
  readonly twice?: boolean
}

/** Opens data for its items, whatever they are. */
export const openStreamItems = async (
  context: Context,
  path: string,
  flags: ReaderFlags,
): Promise<ItemInput> => {
  const options = readerOptions(flags)
  const place = located(context, path, dataDirOf(context, flags))
  return 'stream' in place
    ? streamInput(place.stream, options)
    : openItemInput(place.path, sourceName(place.path), options)
}

const streamInput = (stream: ItemSource, options: ItemOptions): ItemInput =>
  new ItemInput(stream, stream.name, options, new Skipped())

/** Opens data as the flags say, else as its name and content tell. */
export const openStream = async (
  context: Context,
  path: string,
  flags: ReaderFlags,
  { reader = {}, maker, twice = false }: OpenOptions = {},
): Promise<Opened> => {
  const options = { ...reader, ...readerOptions(flags) }
  const place = located(context, path, dataDirOf(context, flags))
  if ('stream' in place) return { kind: 'items', input: streamInput(place.stream, options) }
  const { path: found } = place
  const source = sourceName(found)
  const vectorizer = maker?.vectorizer
  const isPlain = vectorizer === undefined && options.onError !== 'skip'
  // What is piped in cannot be read twice, nor looked at again once its columns are known.
  const again = twice || (vectorizer?.config.columns?.length ?? 0) > 0
  let file = found === '-' && again ? await spooled(openBytes(found), context) : found
  if (isPlain && options.format === 'libsvm') return { kind: 'libsvm', path: file, source }
  if (isPlain && options.format === undefined && file === '-') {
    // A pipe may be slow: no more is read ahead than what comes first, and nothing where a model says what to expect.
    if (maker) return { kind: 'libsvm', path: file, source }
    const { isLibsvm, bytes } = await begun(openBytes(file))
    if (isLibsvm) return { kind: 'libsvm', path: file, source, bytes }
    file = await spooled(bytes, context)
  }
  // What looks like nothing else is taken for LIBSVM, whose reader says in which line it is not.
  const isTaken = isPlain && file !== '-'
  const input = await openMatching(file, source, options, maker).catch((error: unknown) => {
    if (!(isTaken && error instanceof AskanceError && error.code === 'format/unclear')) throw error
  })
  return !input || (isTaken && input.source.format === 'libsvm')
    ? { kind: 'libsvm', path: file, source }
    : { kind: 'items', input }
}

/** A line of LIBSVM with at least one feature. */
const LIBSVM = /^\s*[^\s:|{]+(?:\s+qid:\d+)?\s+\d+:[-+.\d]/

/** The bytes, once it is known what they begin with. */
const begun = async (
  chunks: AsyncGenerator<Uint8Array>,
): Promise<{ isLibsvm: boolean; bytes: AsyncIterable<Uint8Array> }> => {
  const first = await chunks.next()
  const isLibsvm = !first.done && LIBSVM.test(new TextDecoder().decode(first.value.subarray(0, 1 << 16)))
  async function* bytes(): AsyncGenerator<Uint8Array> {
    if (!first.done) yield first.value
    yield* chunks
  }
  return { isLibsvm, bytes: bytes() }
}
