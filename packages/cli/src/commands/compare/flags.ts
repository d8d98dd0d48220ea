import { metricNames, usualProtocol } from '@askance/bench'
import type { Flags } from '../../command/declare.js'
import { algorithmNames } from '../algorithms/index.js'
import { labFlags, metricFlag, resultFlags, setFlags, tuningFlags } from '../experiment/flags.js'

const what = { group: 'Comparison' } as const
const output = { group: 'Output' } as const

export const compareFlags = {
  algorithms: {
    ...what,
    type: 'text',
    hint: 'A,B,…',
    suggestions: algorithmNames,
    usual: 'auto; D-AMD, PAA-II, SOAL-diag and M-AMD for two classes; MD-AMD, MPAA-II and MM-AMD for more',
    summary: 'which ones; `askance algorithms` lists them',
  },
  ratios: {
    ...what,
    type: 'text',
    hint: 'R,R,…',
    usual: usualProtocol.ratios.join(','),
    summary: 'the shares of items to ask about',
  },
  metric: { ...what, ...metricFlag },
  metrics: {
    ...what,
    type: 'text',
    hint: 'NAME,…',
    suggestions: metricNames,
    usual: usualProtocol.metrics.join(','),
    summary: 'what is reported besides',
  },
  runs: {
    ...what,
    type: 'whole',
    hint: 'N',
    least: 1,
    most: 100_000,
    usual: `${usualProtocol.runs}`,
    summary: 'how often everything is played, each time in another order',
  },
  seed: {
    ...what,
    type: 'whole',
    hint: 'N',
    least: 0,
    most: 2 ** 40,
    usual: `${usualProtocol.seed}`,
    summary: 'decides every order and coin; run k has the seed N + k',
  },
  delay: {
    ...what,
    type: 'whole',
    hint: 'N',
    least: 0,
    most: 2 ** 30,
    usual: `${usualProtocol.delay}`,
    summary: 'how many rounds after the question its answer comes',
  },
  'no-references': {
    ...what,
    type: 'switch',
    summary: 'without the same learner asking at random, and asking always',
  },
  quick: {
    ...what,
    type: 'switch',
    summary: 'a first look: 5 runs, 3 folds, a coarser grid, tuned on 10,000 items at most',
  },
  protocol: {
    ...what,
    type: 'file',
    hint: 'FILE',
    summary: 'the whole experiment as JSON, instead of DATA and the flags; a results.json will do',
  },
  tuning: {
    group: 'Tuning',
    type: 'text',
    choices: ['halving', 'exhaustive', 'none'],
    usual: 'halving',
    summary: 'how parameters are chosen; none takes the defaults',
  },
  ...tuningFlags,
  ...setFlags,
  ...labFlags,
  output: {
    ...output,
    type: 'file',
    short: 'o',
    hint: 'DIR',
    summary: 'writes results.json, report.html, report.md, tables.csv, tables.tex and figures/*.svg there',
  },
  html: { ...output, type: 'file', hint: 'FILE', summary: 'writes the report as one page' },
  'save-protocol': {
    ...output,
    type: 'file',
    hint: 'FILE',
    summary: 'writes the experiment as JSON, for --protocol',
  },
  all: { ...output, type: 'switch', summary: 'prints every table of the report' },
  ...resultFlags,
} as const satisfies Flags
