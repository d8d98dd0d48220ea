import { existsSync } from 'node:fs'
import { AskanceError } from '@askance/core'
import { dataSetPath, dataSets, type ItemSource, spamassassinMails } from '@askance/data'
import type { Context } from '../context.js'
import { cliError } from '../errors.js'

/** The flag of all commands that read data sets by name. */
export const dataDirFlag = {
  type: 'file',
  hint: 'DIR',
  defaultText: 'ASKANCE_DATA, or data',
  summary: 'folder of the data sets used by name',
} as const

export const dataDirFromFlags = (
  { env }: Context,
  { 'data-dir': folder }: { readonly 'data-dir': string | undefined },
): string => folder ?? (env.ASKANCE_DATA || 'data')

interface BuiltInStream {
  readonly title: string
  readonly open: (context: Context) => ItemSource
}

/** Streams that need no file of the user. */
const BUILT_IN_STREAMS: Readonly<Record<string, BuiltInStream>> = {
  spamassassin: {
    title: 'the SpamAssassin mail corpus',
    open: (context) => spamassassinMails({ onProgress: printProgress(context) }),
  },
}

/** Prints the progress of a download. */
export const printProgress =
  ({ stderr }: Pick<Context, 'stderr'>) =>
  (text: string): void =>
    void stderr.write(`askance: ${text}\n`)

/** A file or a built-in stream. */
type DataLocation = { readonly path: string } | { readonly stream: ItemSource }

/** Finds the file, data set or built-in stream that DATA names, and prints which one. */
export const locateData = (context: Context, data: string, folder: string): DataLocation => {
  if (data === '-' || existsSync(data) || !/^[\w.+-]+$/.test(data)) return { path: data }
  const path = findDataSetFile(folder, data)
  if (path !== undefined) {
    context.stderr.write(`askance: ${data} is ${path}\n`)
    return { path }
  }
  const stream = Object.hasOwn(BUILT_IN_STREAMS, data) ? BUILT_IN_STREAMS[data] : undefined
  if (stream) {
    context.stderr.write(`askance: ${data} is ${stream.title}\n`)
    return { stream: stream.open(context) }
  }
  if (dataSets.some(({ name }) => name === data)) throw cliError('data/set', { name: data, folder })
  return { path: data }
}

/** The file of a data set; undefined if it is not in the folder. */
export const findDataSetFile = (folder: string, name: string): string | undefined => {
  try {
    return dataSetPath(name, folder)
  } catch (error) {
    if (error instanceof AskanceError) return undefined
    throw error
  }
}
