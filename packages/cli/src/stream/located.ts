import { existsSync } from 'node:fs'
import { AskanceError } from '@askance/core'
import { dataSetPath, dataSets, type ItemSource, spamassassinMails } from '@askance/data'
import type { Context } from '../context.js'
import { cliError } from '../errors.js'

/** Where known data sets lie, as all commands that read data have it. */
export const dataDirFlag = {
  type: 'file',
  hint: 'DIR',
  usual: 'ASKANCE_DATA, or else data',
  summary: 'the folder with data sets that are called by their names',
} as const

export const dataDirOf = (
  { env }: Context,
  { 'data-dir': folder }: { readonly 'data-dir': string | undefined },
): string => folder ?? (env.ASKANCE_DATA || 'data')

/** Streams that come with Askance. */
const builtIn: Readonly<Record<string, () => ItemSource>> = { spamassassin: () => spamassassinMails() }

/** A file, or a stream that is none. */
export type Located = { readonly path: string } | { readonly stream: ItemSource }

/** Where the data is that DATA names: a file, or else a data set of that name, and which one is told. */
export const located = (context: Context, data: string, folder: string): Located => {
  if (data === '-' || existsSync(data) || !/^[\w.+-]+$/.test(data)) return { path: data }
  const path = foundIn(folder, data)
  if (path !== undefined) {
    context.stderr.write(`askance: ${data} is ${path}\n`)
    return { path }
  }
  const stream = Object.hasOwn(builtIn, data) ? builtIn[data] : undefined
  if (stream) {
    context.stderr.write(`askance: ${data} is a stream that comes with Askance\n`)
    return { stream: stream() }
  }
  if (dataSets.some(({ name }) => name === data)) throw cliError('data/set', { name: data, folder })
  return { path: data }
}

const foundIn = (folder: string, name: string): string | undefined => {
  try {
    return dataSetPath(name, folder)
  } catch (error) {
    if (error instanceof AskanceError) return undefined
    throw error
  }
}
