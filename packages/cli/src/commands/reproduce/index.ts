import { join } from 'node:path'
import {
  findReproductions,
  reproduce as playReproduction,
  type Reproduced,
  type Reproduction,
  reproductions,
  storedVerdicts,
} from '@askance/bench'
import type { AskanceError } from '@askance/core'
import { command, type Input } from '../../command/declare.js'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { dataDirFromFlags } from '../../stream/locate.js'
import { parseList, playFlags, resultFlags, setFlags, tuningFlags, workFlags } from '../experiment/flags.js'
import { Printer } from '../experiment/print.js'
import { withProgress, writeReportFiles } from '../experiment/progress.js'
import {
  claimsJson,
  neededSets,
  printClaims,
  printEnd,
  printReproduction,
  reproductionsJson,
  reproductionsText,
} from './print.js'

const what = { group: 'What' } as const
const output = { group: 'Output' } as const

const reproduceFlags = {
  'data-dir': { ...setFlags['data-dir'], ...what },
  sets: { ...what, type: 'text', hint: 'NAME,…', defaultText: 'all', summary: 'use only these data sets' },
  runs: { ...what, ...playFlags.runs, defaultText: 'as in the paper' },
  quick: { ...what, ...playFlags.quick },
  exhaustive: { ...tuningFlags.exhaustive, ...what },
  ...workFlags,
  output: {
    ...output,
    type: 'file',
    writes: true,
    short: 'o',
    hint: 'DIR',
    summary: 'write the report in all formats, one folder per ID',
  },
  all: { ...output, type: 'switch', summary: 'print every table of the report' },
  json: { ...output, type: 'switch', summary: 'print the results as one JSON list' },
  quiet: resultFlags.quiet,
} as const

const papers = [...new Set(reproductions.map(({ id }) => id.replace(/\/.*/, '')))]

export const reproduce = command({
  name: 'reproduce',
  summary: 'reproduce tables and figures of the papers and compare the numbers',
  description: [
    'Without an ID, or with list, it lists all tables and figures and the data they need. An ID can be a prefix: zhai-2022 selects everything of that paper.',
    'Missing data sets are reported and skipped. Each result states the claims of the paper, whether our numbers agree with them, and any differences in data or settings.',
    'With claims instead of an ID, it prints the verdicts on all claims from the published results, without running anything.',
    'As with `askance compare`, an interrupted command continues from the cache.',
  ],
  arguments: [
    {
      name: 'ID',
      summary: 'a table or figure, a prefix, list, or claims',
      optional: true,
      suggestions: ['list', 'claims', ...papers, ...reproductions.map(({ id }) => id)],
    },
  ],
  flags: reproduceFlags,
  examples: [
    { about: 'list everything, with available data', line: 'askance reproduce list --data-dir data' },
    { about: 'whether the claims of the papers hold', line: 'askance reproduce claims' },
    {
      about: 'a quick run of a table on one data set',
      line: 'askance reproduce zhai-2022/table-2 --data-dir data --sets basehock --quick',
    },
    {
      about: 'a synthetic experiment, with figures',
      line: 'askance reproduce moroshko-2014/figure-2a --runs 3 -o figures',
    },
  ],
  async run(context, input) {
    const [id = 'list'] = input.args
    if (id === 'claims') return printStoredClaims(context, input.flags.json)
    if (id !== 'list') return reproduceAll(context, input, id)
    const folder = dataDirFromFlags(context, input.flags)
    const { stdout } = context
    stdout.write(
      input.flags.json
        ? `${JSON.stringify(reproductionsJson(folder))}\n`
        : reproductionsText(folder, context),
    )
  },
})

type ReproduceInput = Input<typeof reproduceFlags>

const printStoredClaims = (context: Context, json: boolean): void => {
  const all = storedVerdicts()
  if (json) context.stdout.write(`${JSON.stringify(claimsJson(all))}\n`)
  else printClaims(new Printer(context), all)
}

/** Reproduces everything whose id starts with the ID; skips what has no data. */
const reproduceAll = async (context: Context, { flags }: ReproduceInput, id: string): Promise<void> => {
  const folder = dataDirFromFlags(context, flags)
  const sets = flags.sets === undefined ? undefined : parseList('sets', flags.sets)
  const chosen = withSets(findReproductions(id), sets, folder)
  const absent = chosen.map((one) => missingDataError(one, sets, folder))
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
    const report = await reproductionReport(context, flags, sets, one)
    const output = flags.output === undefined ? undefined : join(flags.output, one.id)
    written.push(...(await writeReportFiles(report, { output })))
    if (flags.json) made.push(reproductionJson(one, report))
    else printReproduction(printer, one, report, flags.all)
  }
  if (flags.json) context.stdout.write(`${JSON.stringify(made)}\n`)
  else printEnd(printer, context, written)
}

const reproductionReport = (
  context: Context,
  flags: ReproduceInput['flags'],
  sets: readonly string[] | undefined,
  reproduction: Reproduction,
): Promise<Reproduced> => {
  const { quick, exhaustive, runs } = flags
  const request = { quick, exhaustive, ...(runs !== undefined && { runs }), ...(sets && { sets }) }
  return withProgress(context, flags, (options) => playReproduction(reproduction, { ...options, ...request }))
}

/** The reproductions that use one of the wanted sets. */
const withSets = (
  all: readonly Reproduction[],
  wanted: readonly string[] | undefined,
  folder: string,
): readonly Reproduction[] => {
  if (!wanted) return all
  const namesOf = (one: Reproduction): readonly string[] => neededSets(one, folder).map(({ name }) => name)
  const known = [...new Set(all.flatMap(namesOf))]
  const unknown = wanted.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw cliError('usage/set', { found: unknown, known: known.join(', ') || 'none (it needs no data set)' })
  return all.filter((one) => namesOf(one).some((name) => wanted.includes(name)))
}

/** An error if data is needed and none of it is available. */
const missingDataError = (
  reproduction: Reproduction,
  wanted: readonly string[] | undefined,
  folder: string,
): AskanceError | undefined => {
  const needed = neededSets(reproduction, folder).filter(({ name }) => wanted?.includes(name) ?? true)
  if (needed.length === 0 || needed.some(({ here }) => here)) return undefined
  const names = [...new Set(needed.map(({ name, data }) => data ?? name))]
  return cliError('data/none', { what: reproduction.id, names: names.join(', '), folder })
}

const reproductionJson = (
  { id, title, notes }: Reproduction,
  { sections, json, verdicts }: Reproduced,
): object => ({
  id,
  title,
  claims: verdicts,
  notes,
  sections,
  ...(json !== undefined && { results: json }),
})
