import { rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import {
  AskanceError,
  Classifier,
  type ClassifierOptions,
  inspectModel,
  type LoadOptions,
  MultiLabelClassifier,
  Pool,
} from '@askance/core'
import type { Coins } from '@askance/core/internals'
import { type IndexBase, type ItemInput, isReplaceable, type StoredReader } from '@askance/data'
import type { Context } from '../context.js'
import { cliError } from '../errors.js'
import type { Classes } from '../stream/classes.js'
import { ReadyRows } from '../stream/ready-rows.js'
import { readBytes } from './read-bytes.js'
import { writeFailed } from './sink.js'

/** What `run` saves with a model, as JSON. */
export interface RunNotes {
  /** The first feature index of the data. */
  readonly base: IndexBase
  /** The index of the positive class. */
  readonly positive: number
  /** 1 if the coins came from a file. */
  readonly coinsFromFile: number
  readonly metrics: {
    readonly confusion: readonly number[]
    readonly asked: number
    readonly updated: number
  }
}

/** A loaded model file. */
export interface StoredModel {
  readonly path: string
  readonly classifier: Classifier
  /** Converts items to rows as in training. */
  readonly input: ItemInput
  /** How the training data was read. */
  readonly reader: StoredReader
  readonly classes: Classes
  readonly base: IndexBase | 'auto'
  /** Only if `run` saved the model. */
  readonly run: RunNotes | undefined
}

/** Reads a model. `changes` returns options that replace the saved ones. */
export const readModel = async (
  path: string,
  coins?: Coins,
  changes?: (saved: ClassifierOptions) => LoadOptions<never>['options'],
): Promise<StoredModel> => {
  const bytes = await readBytes(path)
  const classifier = withSource(path, () => {
    const { classifier: saved, multiLabel } = inspectModel(bytes)
    if (multiLabel) throw cliError('model/several-labels', {}, { source: path })
    const isPool = saved.protocol === 'pool'
    if (isPool && changes) throw cliError('model/pool-continued', {}, { source: path })
    const options = changes?.(saved)
    // Pool is named, because the bundle of the command leaves out what nothing names.
    return (isPool ? Pool : Classifier).load(bytes, {
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

/** What `run --multi-label` saves with a model, as JSON. */
export interface MultiLabelNotes {
  readonly base: IndexBase
  /** The metrics of each class. */
  readonly metrics: readonly RunNotes['metrics'][]
}

/** A loaded model whose items have several labels. */
export interface StoredMultiLabel {
  readonly classifier: MultiLabelClassifier
  readonly input: ReadyRows
  /** Only if `run` saved the model. */
  readonly run: MultiLabelNotes | undefined
}

/** Reads a model whose items have several labels; undefined if it is another model. */
export const readMultiLabelModel = async (path: string): Promise<StoredMultiLabel | undefined> => {
  const bytes = await readBytes(path)
  return withSource(path, () => {
    if (!inspectModel(bytes).multiLabel) return undefined
    const classifier = MultiLabelClassifier.load(bytes, { input: ReadyRows.of })
    const input = classifier.input as ReadyRows
    const { run } = classifier.notes as { run?: MultiLabelNotes }
    if (run) input.base = run.base
    return { classifier, input, run }
  })
}

/** Files of version 0.1 store the positive class only in the notes. */
const classesFromModel = ({ classes: names, config }: Classifier, run: RunNotes | undefined): Classes => ({
  names,
  positive: run?.positive ?? names.indexOf(config.positive),
})

/** Adds the file name to errors. */
const withSource = <T>(source: string, work: () => T): T => {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AskanceError) || error.position) throw error
    throw error.at({ source })
  }
}

/**
 * Prepares writing a model file, so that permission errors appear before the work. The bytes are written to a temporary file
 * and renamed, so readers see the old or the new file. A device, a FIFO or a symlink is written in place.
 */
export const openModelFile = async (
  path: string,
  { cleanups }: Context,
): Promise<(bytes: Uint8Array) => Promise<void>> => {
  if (!(await isReplaceable(path))) return (bytes) => writeFile(path, bytes).catch(writeFailed(path))
  const temporary = `${path}.${process.pid}.part`
  const remove = (): void => rmSync(temporary, { force: true })
  const write = (bytes: Uint8Array): Promise<void> =>
    writeFile(temporary, bytes, { flush: true }).catch(writeFailed(path))
  await write(new Uint8Array())
  cleanups.add(remove)
  return async (bytes) => {
    await write(bytes)
    await rename(temporary, path).catch(writeFailed(path))
    cleanups.delete(remove)
  }
}
