import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Context } from '../context.js'
import { cliError } from '../errors.js'
import type { Command, Flags, Input } from './declare.js'

/** A file of a command line, and the flag or argument that names it. */
interface NamedFile {
  readonly name: string
  readonly path: string
}

interface Used extends NamedFile {
  readonly writes: boolean
  readonly replaces?: string
}

/** The same for all names of a file, also symlinks and hard links; undefined for devices, pipes and the standard streams. */
const identityOf = async (path: string): Promise<string | undefined> => {
  if (path === '-') return undefined
  const found = await stat(path, { bigint: true }).catch(() => undefined)
  if (!found) return resolve(path)
  return found.isFile() || found.isDirectory() ? `${found.dev}:${found.ino}` : undefined
}

/** Throws if a file would be written over one that is read, or that is written too. */
export const refuseOverwriting = async (
  { name, path }: NamedFile,
  others: readonly NamedFile[],
): Promise<void> => {
  const written = await identityOf(path)
  if (written === undefined) return
  for (const other of others)
    if ((await identityOf(other.path)) === written)
      throw cliError('usage/overwrite', { name, path, other: other.name })
}

/** Throws if the files that a command line names would be written over one another. */
export const checkTargets = async (
  context: Context,
  command: Command,
  input: Input<Flags>,
): Promise<void> => {
  const used = await usedFiles(context, command, input)
  for (const [k, target] of used.entries()) {
    if (!target.writes) continue
    const others = used.filter(
      ({ name, writes }, other) => other !== k && name !== target.replaces && !(writes && other > k),
    )
    await refuseOverwriting(target, others)
  }
}

const usedFiles = async (
  context: Context,
  command: Command,
  { args, flags }: Input<Flags>,
): Promise<readonly Used[]> => {
  const used: Used[] = []
  for (const [k, path] of args.entries()) {
    const argument = command.arguments[k] ?? command.arguments.at(-1)
    if (!argument?.file) continue
    const { name, writes = false } = argument
    used.push({ name, writes, path: writes ? path : await dataPath(context, path, flags) })
  }
  for (const [flag, { type, writes = false, replaces }] of Object.entries(command.flags)) {
    const path = flags[flag]
    if (type !== 'file' || typeof path !== 'string') continue
    used.push({ name: `--${flag}`, path, writes, ...(replaces && { replaces: `--${replaces}` }) })
  }
  return used
}

/** Where the data of an argument is, which may name a data set. */
const dataPath = async (context: Context, path: string, flags: Input<Flags>['flags']): Promise<string> => {
  if (!('data-dir' in flags) || existsSync(path)) return path
  const { dataDirFromFlags, findDataSetFile } = await import('../stream/locate.js')
  const folder = flags['data-dir'] as string | undefined
  return findDataSetFile(dataDirFromFlags(context, { 'data-dir': folder }), path) ?? path
}
