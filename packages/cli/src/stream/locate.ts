import { existsSync } from 'node:fs'
import { AskanceError } from '@askance/core'
import { dataSetPath, dataSets, type ItemSource, spamassassinMails } from '@askance/data'
import type { Context } from '../context.js'
import { cliError } from '../errors.js'

/** Where known data sets lie, as all commands that read data have it. */
export const dataDirFlag = {
  type: 'file',
  hint: 'DIR',
  defaultText: 'ASKANCE_DATA, or else data',
  summary: 'the folder with data sets that are called by their names',
} as const

export const dataDirFromFlags = (
  { env }: Context,
  { 'data-dir': folder }: { readonly 'data-dir': string | undefined },
): string => folder ?? (env.ASKANCE_DATA || 'data')

/** Streams that come with Askance. */
const BUILT_IN_STREAMS: Readonly<Record<string, () => ItemSource>> = {
  spamassassin: () => spamassassinMails(),
}

/** A file, or a stream that is none. */
export type DataLocation = { readonly path: string } | { readonly stream: ItemSource }

/** Where the data is that DATA names: a file, or else a data set of that name, and which one is told. */
export const locateData = (context: Context, data: string, folder: string): DataLocation => {
  if (data === '-' || existsSync(data) || !/^[\w.+-]+$/.test(data)) return { path: data }
  const path = findDataSetFile(folder, data)
  if (path !== undefined) {
    context.stderr.write(`askance: ${data} is ${path}\n`)
    return { path }
  }
  const stream = Object.hasOwn(BUILT_IN_STREAMS, data) ? BUILT_IN_STREAMS[data] : undefined
  if (stream) {
    context.stderr.write(`askance: ${data} is a stream that comes with Askance\n`)
    return { stream: stream() }
  }
  if (dataSets.some(({ name }) => name === data)) throw cliError('data/set', { name: data, folder })
  return { path: data }
}

const findDataSetFile = (folder: string, name: string): string | undefined => {
  try {
    return dataSetPath(name, folder)
  } catch (error) {
    if (error instanceof AskanceError) return undefined
    throw error
  }
}
