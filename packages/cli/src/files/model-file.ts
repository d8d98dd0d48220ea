import { rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import {
  AskanceError,
  Classifier,
  type ClassifierOptions,
  type Coins,
  inspectModel,
  type LoadOptions,
} from '@askance/core'
import { type IndexBase, type ItemInput, isReplaceable, openBytes, type StoredReader } from '@askance/data'
import type { Context } from '../context.js'
import type { Classes } from '../stream/classes.js'
import { ReadyRows } from '../stream/ready-rows.js'
import { writeFailed } from './sink.js'

/** What `run` keeps with a model, as plain JSON. */
export interface RunNotes {
  /** From where the data counted its features. */
  readonly base: IndexBase
  /** The place of the class that the metrics speak of. */
  readonly positive: number
  /** 1 where the coins came from a file. */
  readonly coinsFromFile: number
  readonly metrics: {
    readonly confusion: readonly number[]
    readonly asked: number
    readonly updated: number
  }
}

/** A model from a file, of whatever origin. */
export interface StoredModel {
  readonly path: string
  readonly classifier: Classifier
  /** Makes rows of items as when the model was made. */
  readonly input: ItemInput
  /** How the data was read that the model was made from. */
  readonly reader: StoredReader
  readonly classes: Classes
  readonly base: IndexBase | 'auto'
  /** Where it was saved by `run`. */
  readonly run: RunNotes | undefined
}

/** Reads a model. `changes` says what it is to have other than it was saved with. */
export const readModel = async (
  path: string,
  coins?: Coins,
  changes?: (saved: ClassifierOptions) => LoadOptions<never>['options'],
): Promise<StoredModel> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of openBytes(path)) chunks.push(chunk.slice())
  const bytes = Buffer.concat(chunks)
  const classifier = withSource(path, () => {
    const options = changes?.(inspectModel(bytes).classifier)
    return Classifier.load(bytes, {
      input: ReadyRows.of,
      ...(coins && { coins }),
      ...(options && { options }),
    })
  })
  const { run, reader } = classifier.notes as { run?: RunNotes; reader?: StoredReader }
  const rows = classifier.input as ReadyRows
  if (run) rows.base = run.base
  return {
    path,
    classifier,
    input: rows.items,
    reader: rows.items.config.reader ?? reader ?? {},
    classes: classesFromModel(classifier, run),
    base: run?.base ?? 'auto',
    run,
  }
}

/** Files of 0.1 say only in the notes which class is the positive one. */
const classesFromModel = ({ classes: names, config }: Classifier, run: RunNotes | undefined): Classes => ({
  names,
  positive: run?.positive ?? names.indexOf(config.positive),
})

/** Names the file in what is wrong with it. */
const withSource = <T>(source: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AskanceError) || error.position) throw error
    throw new AskanceError(error.code, error.message, error.details, { source })
  }
}

/**
 * Makes ready to write a model file, so that what hinders it shows before the work and not after. The bytes go beside
 * its place and are then moved there: whoever looks finds the old file or the new one, whole. A device, a FIFO or a symlink
 * is written in place.
 */
export const openModelFile = async (
  path: string,
  { cleanups }: Context,
): Promise<(bytes: Uint8Array) => Promise<void>> => {
  if (!(await isReplaceable(path))) return (bytes) => writeFile(path, bytes).catch(writeFailed(path))
  const beside = `${path}.${process.pid}.part`
  const remove = (): void => rmSync(beside, { force: true })
  const write = (bytes: Uint8Array): Promise<void> =>
    writeFile(beside, bytes, { flush: true }).catch(writeFailed(path))
  await write(new Uint8Array())
  cleanups.add(remove)
  return async (bytes) => {
    await write(bytes)
    await rename(beside, path).catch(writeFailed(path))
    cleanups.delete(remove)
  }
}
