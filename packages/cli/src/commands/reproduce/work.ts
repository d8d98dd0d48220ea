import { join } from 'node:path'
import { findReproductions, type Report, type Reproduction, reproduce } from '@askance/bench'
import type { AskanceError } from '@askance/core'
import type { Input } from '../../command/declare.js'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { dataDirOf } from '../../stream/located.js'
import { writtenReport } from '../experiment/files.js'
import { atWork } from '../experiment/lab.js'
import { wordsIn } from '../experiment/lists.js'
import { Printer } from '../experiment/print.js'
import type { reproduceFlags } from './index.js'
import { neededBy } from './needs.js'
import { printEnd, printReproduction } from './print.js'

type ReproduceInput = Input<typeof reproduceFlags>

/** Makes all that begin with the ID; one whose data is not there does not keep the others from it. */
export const makeAll = async (context: Context, { flags }: ReproduceInput, id: string): Promise<void> => {
  const folder = dataDirOf(context, flags)
  const sets = flags.sets === undefined ? undefined : wordsIn('sets', flags.sets)
  const chosen = withSets(findReproductions(id), sets, folder)
  const absent = chosen.map((one) => absenceOf(one, sets, folder))
  const [first] = absent
  if (first && absent.every((error) => error !== undefined)) throw first
  const printer = new Printer(context)
  const made: object[] = []
  const written: string[] = []
  for (const [k, one] of chosen.entries()) {
    const error = absent[k]
    if (error) {
      context.stderr.write(`askance: ${error.message}\n`)
      continue
    }
    const report = await reportOf(context, flags, sets, one)
    const output = flags.output === undefined ? undefined : join(flags.output, one.id)
    written.push(...(await writtenReport(report, { output })))
    if (flags.json) made.push(jsonOf(one, report))
    else printReproduction(printer, one, report, flags.all)
  }
  if (flags.json) context.stdout.write(`${JSON.stringify(made)}\n`)
  else printEnd(printer, context, written)
}

const reportOf = (
  context: Context,
  flags: ReproduceInput['flags'],
  sets: readonly string[] | undefined,
  reproduction: Reproduction,
): Promise<Report> => {
  const { quick, exhaustive, runs } = flags
  const wishes = { quick, exhaustive, ...(runs !== undefined && { runs }), ...(sets && { sets }) }
  return atWork(context, flags, (options) => reproduce(reproduction, { ...options, ...wishes }))
}

/** Those that have one of the wanted sets. */
const withSets = (
  all: readonly Reproduction[],
  wanted: readonly string[] | undefined,
  folder: string,
): readonly Reproduction[] => {
  if (!wanted) return all
  const namesOf = (one: Reproduction): readonly string[] => neededBy(one, folder).map(({ name }) => name)
  const known = [...new Set(all.flatMap(namesOf))]
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw cliError('usage/set', { found: unknown, known: known.join(', ') || 'none: it needs no data set' })
  return all.filter((one) => namesOf(one).some((name) => wanted.includes(name)))
}

/** The error that none of the data is there; undefined where some is, or none is needed. */
const absenceOf = (
  reproduction: Reproduction,
  wanted: readonly string[] | undefined,
  folder: string,
): AskanceError | undefined => {
  const needed = neededBy(reproduction, folder).filter(({ name }) => wanted?.includes(name) ?? true)
  if (needed.length === 0 || needed.some(({ here }) => here)) return undefined
  const names = [...new Set(needed.map(({ name, data }) => data ?? name))]
  return cliError('data/none', { what: reproduction.id, names: names.join(', '), folder })
}

const jsonOf = ({ id, title, claims, notes }: Reproduction, { sections, json }: Report): object => ({
  id,
  title,
  claims,
  notes,
  sections,
  ...(json !== undefined && { results: json }),
})
