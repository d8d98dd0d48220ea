import { mkdirSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import { AskanceError } from '@askance/core'
import { cliError } from '../../errors.js'

const FOLDER = 'askance'
const STORE = 'demo.sqlite'
/** The files of a SQLite store and the lock of the service. */
const STORE_SUFFIXES = ['', '-wal', '-shm', '-journal', '-lock', '-lock-journal', '-owner']

/**
 * The state folder of the user, by the XDG base directory specification, or its equivalent on Windows.
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

/** The path of the store; creates the folder if needed. */
export const storePath = (folder: string): string => {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw stateError(folder, error)
  }
  return join(folder, STORE)
}

/** Deletes the store of a previous demo and nothing else. Throws `demo/used` if a demo is running. */
export const removeStore = async (
  folder: string,
  openStore: (url: string) => Promise<{ close(): Promise<void> }>,
): Promise<void> => {
  const store = join(folder, STORE)
  try {
    await (await openStore(store)).close()
  } catch (error) {
    if (!(error instanceof AskanceError)) throw error
    // A store that cannot be opened for another reason is deleted.
    if (error.code === 'store/used') throw cliError('demo/used', { folder })
  }
  try {
    for (const suffix of STORE_SUFFIXES) rmSync(`${store}${suffix}`, { force: true })
  } catch (error) {
    throw stateError(folder, error)
  }
}

const stateError = (folder: string, error: unknown): Error =>
  cliError('demo/state', { folder, reason: error instanceof Error ? error.message : String(error) })
