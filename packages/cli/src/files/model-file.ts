import { rmSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import {
  AskanceError,
  type Coins,
  decodeModel,
  GivenCoin,
  Model,
  type ModelConfig,
  type State,
  stateIn,
} from '@askance/core'
import { type IndexBase, isReplaceable, openBytes } from '@askance/data'
import type { Context } from '../context.js'
import type { Classes } from '../stream/classes.js'
import { failed } from './sink.js'

/** What a model file says, before a model is made of it. */
export interface StoredModel {
  readonly path: string
  readonly config: ModelConfig
  readonly state: State
  /** What `askance run` keeps beside the model. */
  readonly extra: State
  readonly classes: Classes
  /** From where the data counted its features. */
  readonly base: IndexBase | 'auto'
}

export const readModel = async (path: string): Promise<StoredModel> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of openBytes(path)) chunks.push(chunk.slice())
  const { config, state } = named(path, () => decodeModel(Buffer.concat(chunks)))
  const known = config as unknown as ModelConfig
  const extra = stateIn(state, 'extra')
  return { path, config: known, state, extra, classes: classesOf(known, extra), base: baseIn(extra) }
}

const classesOf = ({ classes: names }: ModelConfig, { positive }: State): Classes => ({
  names,
  positive: typeof positive === 'number' ? positive : names.length - 1,
})

const baseIn = ({ base }: State): IndexBase | 'auto' => (base === 0 || base === 1 ? base : 'auto')

/** The model itself. Coins that were saved are only of use to whoever plays on. */
export const modelOf = ({ path, config, state }: StoredModel, coins: Coins = new GivenCoin()): Model =>
  named(path, () => {
    const model = new Model(config, coins)
    model.load(state)
    return model
  })

/** Names the file in what is wrong with it. */
const named = <T>(source: string, work: () => T): T => {
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
  if (!(await isReplaceable(path))) return (bytes) => writeFile(path, bytes).catch(failed(path))
  const beside = `${path}.${process.pid}.part`
  const remove = (): void => rmSync(beside, { force: true })
  const write = (bytes: Uint8Array): Promise<void> =>
    writeFile(beside, bytes, { flush: true }).catch(failed(path))
  await write(new Uint8Array())
  cleanups.add(remove)
  return async (bytes) => {
    await write(bytes)
    await rename(beside, path).catch(failed(path))
    cleanups.delete(remove)
  }
}
