import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { count, counted, type PlainColumn, percent, plainTable } from '@askance/core/internals'
import {
  checkDataSet,
  type DataSet,
  type DataSetCheck,
  dataSetOptions,
  dataSetPath,
  dataSets,
  fetchDataSet,
  findDataSet,
} from '@askance/data'
import { command, type Input } from '../command/declare.js'
import { type Context, terminalWidth } from '../context.js'
import { cliError } from '../errors.js'
import { dataDirFlag, dataDirFromFlags, findDataSetFile } from '../stream/locate.js'
import { readerFlags, readerOptions } from '../stream/reader.js'
import { understandingText } from '../stream/understanding.js'
import { StatusLine } from '../terminal/status-line.js'
import { styleFor } from '../terminal/style.js'

const { 'data-dir': _, ...otherReaderFlags } = readerFlags

const dataFlags = {
  'data-dir': dataDirFlag,
  json: { type: 'switch', summary: 'print JSON' },
  ...otherReaderFlags,
} as const

type DataInput = Input<typeof dataFlags>

export const data = command({
  name: 'data',
  summary: 'list, download and check known data sets',
  description: [
    'list: every data set of the papers, with its task, size and whether it is in the folder. get: downloads NAME (or a URL) into the folder; an interrupted download resumes. check: says how a file was understood, counts its items, features and classes, and compares them with the expected numbers of a known data set.',
    'A data set in the folder can be used by name wherever DATA is expected: askance run a9a.',
  ],
  arguments: [
    { name: 'ACTION', summary: 'list, get or check', choices: ['list', 'get', 'check'] },
    {
      name: 'NAME',
      summary: 'a data set; get also accepts a URL, check also a file, or - for the standard input',
      optional: true,
      suggestions: dataSets.map(({ name }) => name),
    },
  ],
  flags: dataFlags,
  examples: [
    { about: 'list the known data sets', line: 'askance data list' },
    { about: 'download one', line: 'askance data get a9a --data-dir data' },
    { about: 'check its size and classes', line: 'askance data check a9a --data-dir data' },
  ],
  async run(context, input) {
    const [action, name] = input.args
    const folder = dataDirFromFlags(context, input.flags)
    if (action === 'list') return list(context, input, folder)
    if (name === undefined)
      throw cliError('usage/argument-missing', {
        command: `data ${action}`,
        name: 'NAME',
        summary: 'the data set',
      })
    const status = new StatusLine(context)
    try {
      if (action === 'get') await get(context, input, name, folder, status)
      else await check(context, input, name, folder, status)
    } finally {
      status.end()
    }
  },
})

const list = (context: Context, { args: [, name], flags }: DataInput, folder: string): void => {
  const chosen = name === undefined ? dataSets : [findDataSet(name)]
  const placed = chosen.map((set) => ({ ...set, path: findDataSetFile(folder, set.name) ?? null }))
  context.stdout.write(flags.json ? `${JSON.stringify(placed)}\n` : setsText(placed, folder, context))
}

const get = async (
  { stdout }: Context,
  { flags }: DataInput,
  name: string,
  folder: string,
  status: StatusLine,
): Promise<void> => {
  const got = await fetchDataSet(name, folder, {
    progress: (done, total) =>
      status.show(
        () =>
          `${name}: ${counted(done, 'byte')}${total === undefined ? '' : `, ${percent(done / total, 0)}`}`,
      ),
  })
  status.clear()
  stdout.write(
    flags.json
      ? `${JSON.stringify(got)}\n`
      : `${got.path}, ${counted(got.bytes, 'byte')}, SHA-256 ${got.sha256}\n`,
  )
}

/** The name of a file, not of a data set. */
const PATH = /[/\\]|\.\w+$/

const check = async (
  context: Context,
  { flags }: DataInput,
  name: string,
  folder: string,
  status: StatusLine,
): Promise<void> => {
  const path = name === '-' || existsSync(name) || PATH.test(name) ? name : dataSetPath(name, folder)
  const known = dataSets.find((set) => set.name === dataSetName(path))
  const found = await checkDataSet(path, known ?? UNKNOWN, {
    ...dataSetOptions(path),
    ...readerOptions({ ...flags, 'data-dir': undefined }),
    progress: (done, total) =>
      status.show(() => `Counting ${path}${total === undefined ? '' : `: ${percent(done / total, 0)}`} …`),
  })
  status.clear()
  const problems = known ? found.faults : []
  if (flags.json)
    context.stdout.write(
      `${JSON.stringify({ path, known: known?.name ?? null, ...found, faults: problems })}\n`,
    )
  else
    context.stdout.write(
      `${understandingText({ name: path, ...found }, true)}${known ? checkText(path, known, found, context) : countsText(found)}`,
    )
  if (problems.length > 0) throw cliError('data/check', { problems: problems.join('; ') }, { source: path })
}

/** For a file that is not a known data set: its counts are printed without a comparison. */
const UNKNOWN: Pick<DataSet, 'instances' | 'classes'> = { instances: 0, classes: 0 }

/** The file name up to the first dot is the name of the data set. */
const dataSetName = (path: string): string => basename(path).split('.')[0] ?? ''

const right = { align: 'right' } as const

const setsText = (
  sets: readonly (DataSet & { readonly path: string | null })[],
  folder: string,
  context: Context,
): string => {
  const style = styleFor(context, context.stdout)
  const columns: readonly PlainColumn[] = [
    { title: 'name', paint: style.bold },
    { title: 'task' },
    { title: 'items', ...right },
    { title: 'features', ...right },
    { title: 'classes', ...right },
    { title: 'here' },
    { title: 'papers' },
    { title: 'from' },
  ]
  const rows = sets.map(({ name, task, instances, features, classes, papers, path, origin }) => [
    name,
    task,
    count(instances),
    features === undefined ? '' : count(features),
    count(classes),
    path === null ? '' : 'yes',
    papers.join(' '),
    origin,
  ])
  const width = terminalWidth(context.stdout)
  const here = sets.filter(({ path }) => path !== null).length
  return `${plainTable(columns, rows, { heads: style.dim, width })}\n\n${here} of ${sets.length} are in ${folder}\n`
}

const MAX_CLASSES = 10

/** The sizes of a file, one a line. */
const countsText = ({ instances, features, classes, labelled, classSizes }: DataSetCheck): string => {
  const sizes = Object.entries(classSizes)
  const largest = sizes.slice(0, MAX_CLASSES).map(([name, size]) => `${name} ${count(size)}`)
  const rest = classes - largest.length
  return [
    `  items       ${count(instances)}${labelled < instances ? `, ${count(labelled)} of them labelled` : ''}`,
    `  features    ${features === 0 ? 'text' : count(features)}`,
    `  classes     ${count(classes)}${classes > 0 ? `: ${largest.join(', ')}${rest > 0 ? ` and ${count(rest)} more` : ''}` : ''}`,
    '',
  ].join('\n')
}

/** Expected and counted sizes, side by side. */
const checkText = (path: string, known: DataSet, found: DataSetCheck, context: Context): string => {
  const style = styleFor(context, context.stdout)
  const columns: readonly PlainColumn[] = [
    { title: path },
    { title: `expected of ${known.name}`, ...right },
    { title: 'found', ...right },
  ]
  const rows = (['instances', 'features', 'classes'] as const).map((what) => {
    const expected = known[what]
    return [what, expected === undefined ? '?' : count(expected), count(found[what])]
  })
  return `${plainTable(columns, rows, { heads: style.dim })}\n`
}
