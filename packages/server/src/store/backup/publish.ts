import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { AskanceError } from '@askance/core'
import { serverError } from '../../errors.js'
import { errorText } from '../failures.js'
import { createPrivate } from '../sqlite/connect.js'
import { sqliteErrors } from '../sqlite/errors.js'
import { writeDigest } from './digest.js'
import { finishDraft } from './source.js'

/** Writes a file under a temporary name and renames it when it is complete, verified and on disk. */
export const publish = async (path: string, write: (draft: string) => Promise<void>): Promise<void> => {
  refuseExisting(path)
  if (!existsSync(dirname(resolve(path))))
    throw serverError('backup/broken', { path, reason: 'its folder does not exist' })
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await sqliteErrors(async () => {
      createPrivate(draft)
      await write(draft)
      await writeDigest(draft)
      finishDraft(draft)
    })
    await flush(draft)
    refuseExisting(path)
    await rename(draft, path)
    await flush(dirname(resolve(path)))
  } catch (error) {
    throw error instanceof AskanceError
      ? error
      : serverError('backup/broken', { path, reason: errorText(error) })
  } finally {
    for (const ending of ['', '-journal', '-wal', '-shm']) await rm(`${draft}${ending}`, { force: true })
  }
}

const refuseExisting = (path: string): void => {
  if (existsSync(path)) throw serverError('backup/exists', { path })
}

const flush = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
