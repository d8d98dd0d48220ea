import {
  type Cell,
  comparisonReport,
  gridPoints,
  type HeatFigure,
  type MetricName,
  metrics,
  type Protocol,
  parseProtocol,
  type Results,
  runExperiment,
  type SetSpec,
  scalingSteps,
  type Table,
  type Tried,
  wantsUnitRows,
} from '@askance/bench'
import {
  count,
  duration,
  findAlgorithm,
  normalizations,
  percent,
  share,
  significant,
} from '@askance/core/internals'
import { command, type Input } from '../command/declare.js'
import { commandLine } from '../command/parse.js'
import type { Context } from '../context.js'
import { cliError, conflictError } from '../errors.js'
import { dataDirFromFlags } from '../stream/locate.js'
import { algorithmNameFromFlags } from './combination.js'
import {
  costsFlag,
  oneAlgorithmFlags,
  oneLabelMetricFlag,
  parseCosts,
  parseRatios,
  playFlags,
  resultFlags,
  setFlags,
  tuningFlags,
  tuningFromFlags,
  workFlags,
} from './experiment/flags.js'
import { costsText, Printer, printHeatMap } from './experiment/print.js'
import { withProgress } from './experiment/progress.js'
import { isAvailable, setsFromInput } from './experiment/sets.js'
import { algorithmSpecs } from './experiment/specs.js'
import { paramsAsFlag } from './run/params.js'
import { parametersText } from './run/result.js'

const what = { group: 'What' } as const
const output = { group: 'Output' } as const

const tuneFlags = {
  ...oneAlgorithmFlags,
  ratio: {
    ...what,
    type: 'number',
    hint: 'R',
    above: 0,
    max: 1,
    defaultText: '0.1',
    summary: 'fraction of items to ask about',
  },
  ratios: { ...what, type: 'text', hint: 'R,R,…', summary: 'several fractions, each tuned separately' },
  metric: { ...what, ...oneLabelMetricFlag, summary: 'the metric to tune for' },
  costs: { ...what, ...costsFlag },
  seed: { ...what, ...playFlags.seed, default: 1 },
  ...tuningFlags,
  ...setFlags,
  ...workFlags,
  all: { ...output, type: 'switch', summary: 'print all grid points, not only the ten best' },
  ...resultFlags,
} as const

export const tune = command({
  name: 'tune',
  elsewhere: {
    'multi-label':
      'it takes one label for an item. Use `askance compare --multi-label`, which sets the dial of every algorithm',
  },
  summary: 'tune an algorithm by cross-validation at a given fraction of labels',
  description: [
    'Each grid point makes one pass over the training folds, with its dial set to ask about the given fraction, so that points are compared at equal numbers of labels. The better third continues to the next fold; with --exhaustive, all points run on all folds.',
    'The best point then makes one run in a new order. The last line is the command that repeats this run.',
  ],
  arguments: [
    {
      name: 'DATA',
      summary: 'a file, the name of a data set in --data-dir, or a synthetic stream as stream:NAME',
      file: true,
    },
  ],
  flags: tuneFlags,
  examples: [
    { about: 'the best parameters for 5 % of the labels', line: 'askance tune data.libsvm --ratio 0.05' },
    {
      about: 'all points of a custom grid',
      line: 'askance tune data.libsvm --algorithm SOAL-diag --grid regularization=0.1,1,10 --exhaustive --all',
    },
  ],
  async run(context, input) {
    await runTuning(context, input)
  },
})

type TuneInput = Input<typeof tuneFlags>

const DEFAULT_RATIO = 0.1

const runTuning = async (context: Context, input: TuneInput): Promise<void> => {
  const { flags } = input
  if (flags.ratio !== undefined && flags.ratios !== undefined) throw conflictError('--ratio', '--ratios')
  const protocol = await protocolFromInput(context, input)
  const results = await withProgress(context, flags, (options) => runExperiment(protocol, options))
  if (flags.json) context.stdout.write(`${JSON.stringify(results)}\n`)
  else printTuning(context, results, input)
}

const protocolFromInput = async (context: Context, { args, flags }: TuneInput): Promise<Protocol> => {
  const folder = dataDirFromFlags(context, flags)
  const sets = await setsFromInput(args, flags, folder)
  for (const { spec } of sets)
    if ('data' in spec.source && !isAvailable(spec.source, folder))
      throw cliError('data/set', { name: spec.name, folder })
  const isBinary = sets.every(({ classes }) => classes <= 2)
  const name = algorithmNameFromFlags(flags) ?? (isBinary ? 'D-AMD' : 'MD-AMD')
  const specs = algorithmSpecs([{ name }], flags)
  const { task, parameters, paced } = findAlgorithm(name)
  if (paced) throw cliError('usage/self-tuning', { algorithm: specs[0]?.name ?? name })
  for (const { spec, classes } of sets)
    if (task === 'binary' && classes > 2) throw cliError('usage/task', { algorithm: name, set: spec.name })
  for (const spec of specs)
    if (gridPoints(spec).length < 2)
      throw cliError('usage/nothing-to-tune', {
        algorithm: spec.name,
        parameters: parameters.map((one) => one.name).join(', ') || 'none',
      })
  const { ratio = DEFAULT_RATIO, ratios, seed } = flags
  const costs = flags.costs === undefined ? undefined : parseCosts(flags.costs)
  const metric = flags.metric ?? (costs ? 'cost' : isBinary ? 'f1' : 'accuracy')
  return parseProtocol({
    sets: sets.map(({ spec }) => spec),
    algorithms: specs,
    metric,
    ratios: ratios === undefined ? [ratio] : parseRatios('ratios', ratios),
    tuning: tuningFromFlags(flags),
    runs: 1,
    seed,
    ...(costs && { costs }),
  })
}

const DEFAULT_POINTS = 10

const printTuning = (context: Context, results: Results, input: TuneInput): void => {
  const printer = new Printer(context)
  const { metric, tuning, algorithms } = results.protocol
  const points = algorithms.flatMap((spec) => gridPoints(spec)).length
  printer.sets(results.sets, results.protocol.sets)
  printer.fact(
    'tuning',
    `${count(points)} points, ${tuning.method}, ${tuning.folds} folds, ${tuning.score} score`,
  )
  if (results.protocol.costs) printer.fact('costs', costsText(results.protocol.costs))
  printer.fact('time', duration(results.made.seconds))
  const heats = heatFigures(results)
  for (const cell of results.cells) {
    printer.line()
    printer.tables([pointsTable(cell, metric, input.flags.all ? cell.tried.length : DEFAULT_POINTS, points)])
    const heat = heats.find(({ title }) => title === `${cell.set}: ${cell.algorithm} at ${share(cell.ratio)}`)
    if (heat && tuning.method === 'exhaustive') printHeatMap(printer, heat, metrics[metric].better)
    printChosen(printer, cell, metric, runCommand(results, cell, input))
  }
}

const metricText = (metric: MetricName, value: number): string =>
  metrics[metric].unit === 'share' ? percent(value) : significant(value)

const pointsTable = (cell: Cell, metric: MetricName, most: number, points: number): Table => {
  const { tried, dial, algorithm, ratio } = cell
  const names = Object.keys(tried[0]?.parameters ?? {}).filter((name) => name !== dial)
  const missed = tried.slice(0, most).some(({ attainable }) => !attainable)
  const rowOf = ({ parameters, score, ratio: asked, folds, attainable }: Tried, k: number) =>
    [
      ...names.map((name) => significant(parameters[name] ?? 0)),
      metricText(metric, score),
      percent(asked),
      count(folds),
      ...(missed ? [attainable ? '' : 'not attainable'] : []),
    ].map((text) => ({ text, ...(k === 0 && attainable && text !== '' && { bold: true }) }))
  const last = tried.length < points ? `; ${tried.length} of ${points} points reached the last fold` : ''
  return {
    id: 'points',
    title: `${algorithm} at ${share(ratio)} of the labels: the best ${Math.min(most, tried.length)} of ${points} points`,
    columns: [
      ...[...names, metrics[metric].title, 'asked', 'folds'].map((title) => ({
        title,
        align: 'right' as const,
      })),
      ...(missed ? [{ title: '', align: 'left' as const }] : []),
    ],
    rows: tried.slice(0, most).map(rowOf),
    notes: [`Means over the folds${last}.`],
  }
}

/** The run with the chosen parameters, and the command that repeats it. */
const printChosen = (printer: Printer, cell: Cell, metric: MetricName, line: string | undefined): void => {
  const { parameters, reached, ratio, runs } = cell
  const [run] = runs
  printer.fact('chosen', parametersText(parameters))
  if (!run) {
    const end = reached > ratio ? 'lowest' : 'highest'
    printer.fact('run', `none: ${share(ratio)} is not attainable, the ${end} it reached is ${share(reached)}`)
    return
  }
  const { queryRatio = reached } = run.values
  const value = `${metrics[metric].title} ${metricText(metric, run.values[metric] ?? 0)}`
  printer.fact('run', `${value}, asked about ${percent(queryRatio)} (seed ${run.seed})`)
  if (line !== undefined) printer.command('run with', line)
  else
    printer.fact(
      'run with',
      'not available: `askance run` does not measure an intercept on all rows, or limit data before shuffling',
    )
}

const heatFigures = (results: Results): readonly HeatFigure[] =>
  comparisonReport(results)
    .sections.flatMap(({ figures }) => figures)
    .flatMap((figure) => (figure.kind === 'heat' ? [figure] : []))

/** `run` cannot prepare data in ways that need a look at all rows first. */
const isUnsupportedByRun = ({ intercept, first, order }: SetSpec, unitRows: boolean): boolean =>
  intercept === 'auto' || (intercept !== undefined && unitRows) || (first !== undefined && order !== 'given')

/** The `run` command for the chosen parameters; undefined if `run` cannot prepare the data that way. */
const runCommand = (
  { protocol: { sets, algorithms, seed } }: Results,
  cell: Cell,
  { args: [data = ''], flags }: TuneInput,
): string | undefined => {
  const spec = sets.find(({ name }) => name === cell.set)
  const algorithm = algorithms.find(({ name }) => name === cell.algorithm)
  if (!spec || !algorithm) return undefined
  const unitRows = wantsUnitRows(algorithm.name)
  if (isUnsupportedByRun(spec, unitRows)) return undefined
  const steps = scalingSteps(spec)
  // A single step for rows is saved with a model, so it is left to `run` itself.
  const isNormalized = steps.length === 1 && normalizations.some((one) => one === steps[0]) && !unitRows
  const normalize = unitRows ? 'l2' : isNormalized ? String(steps[0]) : 'none'
  const play = [
    ...['--algorithm', algorithm.name, '--params', paramsAsFlag(cell.parameters)],
    ...(steps.length > 0 && !isNormalized ? ['--scaling', steps.join(',')] : []),
    ...['--normalize', normalize, '--seed', String(seed)],
    ...(spec.intercept === undefined ? [] : [`--intercept=${spec.intercept}`]),
    ...(spec.positive === undefined ? [] : [`--positive=${spec.positive}`]),
    ...(spec.labelColumn === undefined ? [] : [`--label-column=${spec.labelColumn}`]),
  ]
  if ('stream' in spec.source) {
    const { stream, parameters = {} } = spec.source
    const params = Object.keys(parameters).length > 0 ? ['--params', paramsAsFlag(parameters)] : []
    const made = commandLine(['askance', 'generate', stream, ...params, '--seed', String(seed)])
    return `${made} | ${commandLine(['askance', 'run', '-', ...play])}`
  }
  const limit = spec.first === undefined ? [] : ['--limit', String(spec.first)]
  const order = spec.order === 'given' ? [] : ['--shuffle']
  const folder =
    flags['data-dir'] !== undefined && 'data' in spec.source ? [`--data-dir=${flags['data-dir']}`] : []
  return commandLine(['askance', 'run', data, ...play, ...limit, ...order, ...folder])
}
