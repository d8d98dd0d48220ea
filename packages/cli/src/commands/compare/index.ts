import { comparisonReport, defaultProtocol, metricNames, type Protocol, runExperiment } from '@askance/bench'
import { command, type Flags } from '../../command/declare.js'
import type { Context } from '../../context.js'
import { cliError, conflictError, refuseConflict } from '../../errors.js'
import { dataDirFromFlags } from '../../stream/locate.js'
import { multiLabelFlags } from '../../stream/reader.js'
import { vectorsFlag } from '../../stream/word-vectors.js'
import { algorithmNames } from '../algorithms.js'
import { combinationFlags } from '../combination.js'
import {
  costsFlag,
  metricFlag,
  playFlags,
  reportFlags,
  resultFlags,
  setFlags,
  tuningFlags,
  workFlags,
} from '../experiment/flags.js'
import { withProgress, writeReportFiles, writeText } from '../experiment/progress.js'
import { firstLook } from './first-look.js'
import { type CompareInput, FIRST_LOOK_RUNS, planComparison, protocolFromFile } from './plan.js'
import { printComparison } from './print.js'
import { type Template, templateNamed, templates } from './template.js'

const what = { group: 'Comparison' } as const
const output = { group: 'Output' } as const

export const compareFlags = {
  algorithms: {
    ...what,
    type: 'text',
    hint: 'A,B,…',
    suggestions: algorithmNames,
    defaultText: 'auto',
    summary: 'the algorithms to compare; `askance algorithms` lists them',
  },
  literature: {
    ...what,
    type: 'switch',
    summary:
      'also compare the tuned algorithms of the papers: D-AMD, PAA-II, SOAL-diag and M-AMD for two classes, MD-AMD, MPAA-II and MM-AMD for more; takes minutes',
  },
  learner: {
    ...what,
    ...combinationFlags.learner,
    hint: 'NAME,…',
    summary: 'compare these learners with each --rule, in addition to --algorithms',
  },
  rule: { ...what, ...combinationFlags.rule, hint: 'NAME,…', summary: 'the query rules of --learner' },
  as: {
    ...what,
    type: 'text',
    hint: 'ID',
    suggestions: templates.map(({ id }) => id),
    summary:
      'take algorithms, parameters, ratios, metrics, tuning, runs and the order of the report from a table or figure of a paper (`askance reproduce list`); other flags take precedence',
  },
  ratios: {
    ...what,
    type: 'text',
    hint: 'R,R,…',
    defaultText: defaultProtocol.ratios.join(','),
    summary: 'the fractions of items to ask about',
  },
  metric: { ...what, ...metricFlag },
  costs: { ...what, ...costsFlag },
  metrics: {
    ...what,
    type: 'text',
    hint: 'NAME,…',
    suggestions: metricNames,
    defaultText: `${defaultProtocol.metrics.join(',')}; also sum,cost with --costs`,
    summary: 'additional metrics to report',
  },
  runs: {
    ...what,
    ...playFlags.runs,
    defaultText: `${FIRST_LOOK_RUNS}, or ${defaultProtocol.runs} with other algorithms`,
    summary: 'number of runs, each in a different order',
  },
  seed: {
    ...what,
    ...playFlags.seed,
    defaultText: `${defaultProtocol.seed}`,
    summary: 'seed of all orders and coins; run k uses the seed N + k',
  },
  delay: {
    ...what,
    type: 'whole',
    hint: 'N',
    min: 0,
    max: 2 ** 30,
    defaultText: `${defaultProtocol.delay}`,
    summary: 'number of rounds between a question and its answer',
  },
  'no-references': {
    ...what,
    type: 'switch',
    summary: 'leave out the two reference lines: the same learner asking at random, and asking always',
  },
  quick: { ...what, ...playFlags.quick },
  protocol: {
    ...what,
    type: 'file',
    hint: 'FILE',
    summary: 'read the experiment from a JSON file (also a results.json) instead of DATA and flags',
  },
  tuning: {
    group: 'Tuning',
    type: 'text',
    choices: ['halving', 'exhaustive', 'none'],
    defaultText: 'halving',
    summary: 'how parameters are tuned; none uses the defaults',
  },
  ...tuningFlags,
  ...setFlags,
  vectors: { group: 'Data', ...vectorsFlag },
  ...multiLabelFlags,
  ...workFlags,
  ...reportFlags,
  'save-protocol': {
    ...output,
    type: 'file',
    writes: true,
    hint: 'FILE',
    summary: 'write the experiment as JSON, for --protocol',
  },
  all: { ...output, type: 'switch', summary: 'print every table of the report' },
  ...resultFlags,
} as const satisfies Flags

export const compare = command({
  name: 'compare',
  summary: 'show how many labels are saved, and compare algorithms at equal numbers of labels',
  description: [
    'By default, auto is compared with random asking and with all labels, without tuning; the line in bold says how many labels it saves. --literature adds the algorithms of the papers.',
    'Every other algorithm is tuned by cross-validation for each fraction of labels. Its dial (the parameter that sets how much it asks) is searched until it asks about that fraction; then all runs are played. Run k uses the same order and the same coins for all algorithms. Neither tuning nor the dial search sees the order of a run.',
    'DATA is a file of any format, the name of a data set in --data-dir, or a synthetic stream: stream:sea, or with parameters stream:sea:rows=2000,noise=0. Binary algorithms run on data with two classes, multiclass algorithms on the rest, and general ones on all.',
    'Finished work is cached. After an interruption, the same command continues from the cache; a command with more runs or algorithms computes only what is new.',
  ],
  arguments: [
    {
      name: 'DATA',
      summary: 'files, names of data sets in --data-dir, or synthetic streams as stream:NAME',
      optional: true,
      repeated: true,
      file: true,
    },
  ],
  flags: compareFlags,
  examples: [
    { about: 'how many labels would auto save here?', line: 'askance compare mails.jsonl' },
    {
      about: 'which algorithm saves the most labels?',
      line: 'askance compare mails.jsonl --literature --quick',
    },
    {
      about: 'three of them with more runs, and a report',
      line: 'askance compare mails.jsonl --algorithms D-AMD,PAA-II,SOAL-diag --runs 20 -o report',
    },
    { about: 'repeat that experiment', line: 'askance compare --protocol report/results.json' },
  ],
  async run(context, input) {
    await runComparison(context, input)
  },
})

/** Runs the experiment, then prints and writes the results. */
const runComparison = async (context: Context, input: CompareInput): Promise<void> => {
  const { flags } = input
  refuseConflicts(input)
  const template = flags.as === undefined ? undefined : templateNamed(flags.as)
  const protocol = await protocolFromInput(context, input, template)
  if (flags['save-protocol'] !== undefined)
    await writeText(flags['save-protocol'], `${JSON.stringify(protocol, undefined, 1)}\n`)
  const results = await withProgress(
    context,
    flags,
    (options) => runExperiment(protocol, options),
    firstLook(protocol),
  )
  const report = comparisonReport(results, [], template ? template.view : 'ratio')
  const written = await writeReportFiles(report, flags)
  if (flags.json) context.stdout.write(`${JSON.stringify(results)}\n`)
  else printComparison(context, results, report, { all: flags.all, written, ...(template && { template }) })
}

const protocolFromInput = async (
  context: Context,
  input: CompareInput,
  template: Template | undefined,
): Promise<Protocol> => {
  const { args, flags } = input
  if (flags.protocol !== undefined) return protocolFromFile(flags.protocol, input)
  if (args.length === 0)
    throw cliError('usage/argument-missing', {
      command: 'compare',
      name: 'DATA',
      summary: 'files, data sets or streams, or use --protocol FILE',
    })
  return planComparison(input, dataDirFromFlags(context, flags), template)
}

const refuseConflicts = ({
  flags: { exhaustive, tuning, literature, algorithms, as },
}: CompareInput): void => {
  refuseConflict(literature && algorithms !== undefined, '--literature', '--algorithms')
  refuseConflict(literature && as !== undefined, '--literature', '--as')
  if (exhaustive && tuning !== undefined && tuning !== 'exhaustive')
    throw conflictError('--exhaustive', `--tuning ${tuning}`)
}
