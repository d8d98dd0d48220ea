import { mkdirSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { AskanceError } from '@askance/core'
import { cliError } from '../../errors.js'

const FOLDER = 'askance'
const STORE = 'demo.sqlite'
/** SQLite keeps these beside the file, and the service locks one. */
const STORE_SUFFIXES = ['', '-wal', '-shm', '-journal', '-lock', '-lock-journal']

/**
 * Where programs of this user keep what they remember, as the XDG base directory specification and Windows have it.
 *
 * @example
 * defaultFolder({ XDG_STATE_HOME: '/state' }, '/ada', 'linux') // => '/state/askance'
 * defaultFolder({}, '/ada', 'linux') // => '/ada/.local/state/askance'
 */
export const defaultFolder = (
  env: Readonly<Record<string, string | undefined>>,
  home: string,
  platform: string,
): string => {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = env
  if (platform === 'win32') return join(local || join(home, 'AppData', 'Local'), FOLDER)
  return join(state && isAbsolute(state) ? state : join(home, '.local', 'state'), FOLDER)
}

/** The path of the store in the folder, which is made if it is not there. */
export const storePath = (folder: string): string => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw stateError(folder, error)
  }
  return join(folder, STORE)
}

/** Deletes what an earlier demonstration left, and nothing else. One that runs is left alone: throws `demo/used`. */
export const removeStore = async (
  folder: string,
  openStore: (url: string) => Promise<{ close(): Promise<void> }>,
): Promise<void> => {
  const store = join(folder, STORE)
  try {
    await (await openStore(store)).close()
  } catch (error) {
    if (!(error instanceof AskanceError)) throw error
    // Any other store that cannot be opened is one to be rid of.
    if (error.code === 'store/used') throw cliError('demo/used', { folder })
  }
  try {
    for (const ending of STORE_SUFFIXES) rmSync(`${store}${ending}`, { force: true })
  } catch (error) {
    throw stateError(folder, error)
  }
}

const stateError = (folder: string, error: unknown): Error =>
  cliError('demo/state', { folder, reason: error instanceof Error ? error.message : String(error) })
