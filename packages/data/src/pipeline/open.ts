import type { AskanceError } from '@askance/core'
import type { HandedFile } from '../bytes/bytes.js'
import { isFolder } from '../bytes/file.js'
import { sourceName } from '../bytes/open.js'
import type { Format } from '../formats/format.js'
import { type Input, openInput } from '../formats/input.js'
import { libsvm } from '../formats/libsvm.js'
import { closing, formatOfContent, namedFormat, openFolder, unclear, withNames } from '../formats/open.js'
import type { ItemOptions } from '../formats/options.js'
import { openFormat } from '../formats/several-labels.js'
import type { ItemInput } from '../input/item-input.js'
import type { ItemSource } from '../item.js'
import { checkWordVectors, type WordVectors, withWordVectors } from '../word-vectors/word-vectors.js'
import { matchingData } from './match.js'
import { OpenedData, Reading } from './opened-data.js'
import { errorIn, Skipped } from './skipped.js'

/** A path (`-` is the standard input), a `File`, or a source of items. */
export type DataPlace = string | HandedFile | ItemSource

export interface DataOptions extends ItemOptions {
  /** The input of a model: the data is read to match its columns. */
  readonly input?: ItemInput
  /** Gives every item the vector of its text. */
  readonly wordVectors?: WordVectors
  /** `items` reads items even from LIBSVM; by default, LIBSVM is parsed directly into rows. */
  readonly as?: 'rows' | 'items'
  /** Whether it will be read more than once; `spool` then writes piped input to a file. */
  readonly again?: boolean
  /** Writes bytes to a temporary file and returns its path. */
  readonly spool?: (chunks: AsyncIterable<Uint8Array>) => Promise<string>
}

/**
 * Opens data in any format: a path, a `File`, the standard input or a source of items. It is opened
 * once; the format comes from the option, the file extension or the content.
 *
 * @example
 * const data = await openData(new File(['text,label\nfree offer,spam\nminutes,ham\n'], 'mails.csv'))
 * const names = new LabelNames(await data.labels())
 * const input = await data.chooseInput({ classes: names.size })
 * const { rows, labels } = await data.table(input, { names, labels: 'known', learning: true })
 * rows.length // => 2
 * labels // => new Int32Array([0, 1])
 */
export const openData = async (place: DataPlace, options: DataOptions = {}): Promise<OpenedData> => {
  const { input: model, wordVectors, as = 'rows', again, spool, ...reading } = options
  if (model) checkWordVectors(model, wordVectors?.config)
  if (typeof place === 'object' && 'batches' in place) return openedSource(place, reading, wordVectors)
  if (typeof place === 'string' && place !== '-' && (await isFolder(place)))
    return openedSource(await openFolder(place, reading), reading, wordVectors)
  const name = sourceName(place)
  const vectorizer = model?.config.vectorizer
  // LIBSVM can skip invalid lines and split labels only as items.
  const straight = as === 'rows' && !vectorizer && reading.onError !== 'skip' && !reading.multiLabel
  const progress = new Reading()
  progress.onProgress = reading.progress
  const { encoding } = reading
  const settings = { progress: progress.update, ...(encoding !== undefined && { encoding }) }
  let bytes = await openInput(place, settings)
  // Piped input can be read only once, and matching columns by name may need several attempts.
  if (bytes.file === undefined && spool && (again || (vectorizer?.columns?.length ?? 0) > 0))
    bytes = await openInput(await spool(bytes.read()), { progress: progress.update }, name)
  const live = bytes.file === undefined
  try {
    const named = namedFormat(place === '-' ? '' : name, reading)
    const format = named ?? (await guessedFormat(bytes, straight, model))
    const open = openerOf(bytes, format, { straight, live, progress, place, wordVectors })
    return await matchingData(open, reading, live ? undefined : vectorizer)
  } catch (cause) {
    await bytes.close()
    throw errorIn(cause, name)
  }
}

const openedSource = (
  source: ItemSource,
  options: ItemOptions,
  wordVectors: WordVectors | undefined,
): OpenedData =>
  new OpenedData(wordVectors ? withWordVectors(source, wordVectors) : source, {
    name: source.name,
    wordVectors: wordVectors?.config,
    options,
    skipped: new Skipped(),
    reading: new Reading(),
    straight: false,
    live: false,
  })

/** Detects the format from the content; the fallback is LIBSVM, whose parser names the invalid line. */
const guessedFormat = async (
  bytes: Input,
  straight: boolean,
  model: ItemInput | undefined,
): Promise<Format> => {
  // A pipe may be slow, so nothing is read ahead if the model implies the format.
  if (straight && model && bytes.file === undefined) return libsvm
  const format = await formatOfContent(bytes)
  if (format) return format
  if (straight) return libsvm
  throw unclear(bytes)
}

interface Opening {
  readonly straight: boolean
  readonly live: boolean
  readonly progress: Reading
  readonly place: string | HandedFile
  readonly wordVectors: WordVectors | undefined
}

const openerOf =
  (bytes: Input, format: Format, { straight, live, progress, place, wordVectors }: Opening) =>
  async (options: ItemOptions): Promise<OpenedData> => {
    const skipped = new Skipped()
    const { name } = bytes
    const onSkip = (error: AskanceError): void => skipped.add(errorIn(error, name) as AskanceError)
    const source = await openFormat(format, bytes, { ...options, onSkip, progress: progress.update })
    const named = await withNames(closing(source, bytes), place)
    return new OpenedData(wordVectors ? withWordVectors(named, wordVectors) : named, {
      name,
      wordVectors: wordVectors?.config,
      options,
      skipped,
      reading: progress,
      straight,
      live,
    })
  }
