import { reproductions } from '@askance/bench'
import { command } from '../../command/declare.js'
import { dataDirOf } from '../../stream/located.js'
import { labFlags, resultFlags, setFlags } from '../experiment/flags.js'
import { listedAsData, listedInWords } from './list.js'
import { makeAll } from './work.js'

const what = { group: 'What' } as const
const output = { group: 'Output' } as const

export const reproduceFlags = {
  'data-dir': { ...setFlags['data-dir'], ...what },
  sets: { ...what, type: 'text', hint: 'NAME,…', usual: 'all', summary: 'only these of the data sets' },
  runs: {
    ...what,
    type: 'whole',
    hint: 'N',
    least: 1,
    most: 100_000,
    usual: 'as in the paper',
    summary: 'how often everything is played',
  },
  quick: {
    ...what,
    type: 'switch',
    summary: 'a first look: 5 runs, 3 folds, a coarser grid, tuned on 10,000 items at most',
  },
  exhaustive: {
    ...what,
    type: 'switch',
    summary: 'every point of the grid plays every fold, instead of the better third from fold to fold',
  },
  ...labFlags,
  output: {
    ...output,
    type: 'file',
    short: 'o',
    hint: 'DIR',
    summary: 'writes the report in every form, into a folder for each ID',
  },
  all: { ...output, type: 'switch', summary: 'prints every table of the report, not only the first' },
  json: { ...output, type: 'switch', summary: 'prints one JSON list, and nothing else there' },
  quiet: resultFlags.quiet,
} as const

const papers = [...new Set(reproductions.map(({ id }) => id.replace(/\/.*/, '')))]

export const reproduce = command({
  name: 'reproduce',
  summary: 'makes the tables and figures of the papers again, and holds them against the printed numbers',
  description: [
    'Without an ID, or with list, it tells every table and figure, and which of the data they need is in the folder. What begins with the ID is made: zhai-2022 stands for all of that paper.',
    'Data that is missing is named and left out. What the paper claims, and how our data or setting differs from it, is said with every result.',
    'As with `askance compare`, what was stopped goes on from where it was.',
  ],
  arguments: [
    {
      name: 'ID',
      summary: 'a table or figure, what several begin with, or list',
      optional: true,
      suggestions: ['list', ...papers, ...reproductions.map(({ id }) => id)],
    },
  ],
  flags: reproduceFlags,
  examples: [
    { about: 'what there is, and which data is here', line: 'askance reproduce list --data-dir data' },
    {
      about: 'a table, quickly, on one of its sets',
      line: 'askance reproduce zhai-2022/table-2 --data-dir data --sets basehock --quick',
    },
    {
      about: 'a synthetic experiment, with figures in a folder',
      line: 'askance reproduce moroshko-2014/figure-2a --runs 3 -o figures',
    },
  ],
  async run(context, input) {
    const [id = 'list'] = input.args
    if (id !== 'list') return makeAll(context, input, id)
    const folder = dataDirOf(context, input.flags)
    const { stdout } = context
    stdout.write(
      input.flags.json ? `${JSON.stringify(listedAsData(folder))}\n` : listedInWords(folder, context),
    )
  },
})
