import { counted } from '@askance/core/internals'
import type { Skipped } from '@askance/data'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { skippedText } from '../../stream/skipped.js'
import type { RunFlags } from './settings.js'

interface PlayedItems {
  readonly items: number
  /** The error that stopped the run. */
  readonly broken: unknown
  readonly skipped: Skipped | undefined
  /** The name of the data. */
  readonly source: string
}

/** Saves what was learned, also before an error in the data; then reports skipped items and throws the error. */
export const endRun = async (
  { stderr }: Context,
  { save, resume }: Pick<RunFlags, 'save' | 'resume'>,
  { items, broken, skipped, source }: PlayedItems,
  saveModel: () => Promise<void>,
): Promise<void> => {
  if (save !== undefined && items > 0) {
    await saveModel()
    if (broken)
      stderr.write(`askance: saved the model to ${save} after ${counted(items, 'item')}, before the error\n`)
  }
  if (skipped) stderr.write(skippedText(skipped))
  if (broken) throw broken
  if (items === 0 && !resume) throw cliError('data/empty', {}, { source })
}
