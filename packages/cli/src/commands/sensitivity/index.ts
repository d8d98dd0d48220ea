import {
  type HeatFigure,
  runSensitivity,
  type SensitivityResults,
  type SensitivityStudy,
  sensitivityReport,
} from '@askance/bench'
import { duration, findAlgorithm, percent, significant } from '@askance/core/internals'
import { command, type Input } from '../../command/declare.js'
import { commandLine } from '../../command/parse.js'
import type { Context } from '../../context.js'
import { cliError, conflictError } from '../../errors.js'
import { dataDirFromFlags } from '../../stream/locate.js'
import { algorithmNameFromFlags } from '../combination.js'
import {
  costsFlag,
  oneAlgorithmFlags,
  oneLabelMetricFlag,
  parseCosts,
  playFlags,
  reportFlags,
  resultFlags,
  setFlags,
  workFlags,
} from '../experiment/flags.js'
import { costsText, Printer, shadedTable } from '../experiment/print.js'
import { withProgress, writeReportFiles } from '../experiment/progress.js'
import { isAvailable, setsFromInput } from '../experiment/sets.js'
import { paramsFromFlag } from '../run/params.js'
import { parametersText } from '../run/result.js'
import { fixedParameters, parseAxis } from './axis.js'

const what = { group: 'What' } as const

const sensitivityFlags = {
  ...oneAlgorithmFlags,
  x: {
    ...what,
    type: 'text',
    hint: 'NAME=V,…',
    required: true,
    summary:
      'a parameter and its values across, as ridge=0.1,1,10, or ridge=1e-3..1e2:6 for six values, log-spaced',
  },
  y: { ...what, type: 'text', hint: 'NAME=V,…', required: true, summary: 'a parameter and its values down' },
  params: {
    ...what,
    type: 'text',
    hint: 'NAME=V,…',
    repeated: true,
    defaultText: 'the defaults',
    summary: 'the other parameters; repeatable',
  },
  metric: { ...what, ...oneLabelMetricFlag, summary: 'the metric of the first map' },
  costs: { ...what, ...costsFlag },
  runs: { ...what, ...playFlags.runs, default: 5, summary: 'number of runs, each in a different order' },
  seed: { ...what, ...playFlags.seed, default: 1 },
  ...setFlags,
  ...workFlags,
  ...reportFlags,
  ...resultFlags,
} as const

export const sensitivity = command({
  name: 'sensitivity',
  summary: 'map the score and the query ratio over two parameters',
  description: [
    'Each point runs the algorithm with these parameters over the data; nothing is tuned, and the parameter that sets how much it asks is a parameter like any other. The first map shows the metric, the second the fraction of items it asked about.',
    'Every point of a map sees the same orders and the same coins.',
    'As with `askance compare`, an interrupted command continues from the cache.',
  ],
  arguments: [
    {
      name: 'DATA',
      summary: 'a file, the name of a data set in --data-dir, or a synthetic stream as stream:NAME',
      file: true,
    },
  ],
  flags: sensitivityFlags,
  examples: [
    {
      about: 'how much step size and ridge matter',
      line: 'askance sensitivity data.libsvm --algorithm D-AMD --x ridge=1e-3..1e2:6 --y stepSize=0.01,0.1,1',
    },
    {
      about: 'score and questions over the dial, with a report',
      line: 'askance sensitivity data.libsvm --algorithm PAA-II --x smoothing=1e-3..10:5 --y aggressiveness=0.1,1,10 -o report',
    },
  ],
  async run(context, input) {
    const { flags } = input
    const study = await studyFromInput(context, input)
    const results = await withProgress(context, flags, (options) => runSensitivity(study, options))
    const written = await writeReportFiles(sensitivityReport(results), flags)
    if (flags.json) context.stdout.write(`${JSON.stringify(results)}\n`)
    else printSensitivity(context, results, written)
  },
})

type SensitivityInput = Input<typeof sensitivityFlags>

const studyFromInput = async (
  context: Context,
  { args, flags }: SensitivityInput,
): Promise<SensitivityStudy> => {
  const folder = dataDirFromFlags(context, flags)
  const [set] = await setsFromInput(args, flags, folder)
  if (!set)
    throw cliError('usage/argument-missing', { command: 'sensitivity', name: 'DATA', summary: 'a file' })
  const { spec, classes } = set
  if ('data' in spec.source && !isAvailable(spec.source, folder))
    throw cliError('data/set', { name: spec.name, folder })
  const isBinary = classes <= 2
  const algorithm = findAlgorithm(algorithmNameFromFlags(flags) ?? (isBinary ? 'D-AMD' : 'MD-AMD'))
  const [x, y] = [parseAxis('x', flags.x, algorithm), parseAxis('y', flags.y, algorithm)]
  if (x.parameter === y.parameter) throw conflictError(`--x ${x.parameter}`, `--y ${y.parameter}`)
  const fixed = fixedParameters(algorithm, paramsFromFlag(flags.params), [x, y])
  const costs = flags.costs === undefined ? undefined : parseCosts(flags.costs)
  return {
    set: spec,
    algorithm: algorithm.name,
    metric: flags.metric ?? (costs ? 'cost' : isBinary ? 'f1' : 'accuracy'),
    runs: flags.runs,
    seed: flags.seed,
    ...(costs && { costs }),
    maps: [{ id: `${x.parameter}-${y.parameter}`, x, y, fixed }],
  }
}

const printSensitivity = (
  context: Context,
  results: SensitivityResults,
  written: readonly string[],
): void => {
  const { study, set, made } = results
  const printer = new Printer(context)
  printer.sets([set], [study.set])
  const figures = sensitivityReport(results)
    .sections.flatMap((section) => section.figures)
    .flatMap((figure) => (figure.kind === 'heat' ? [figure] : []))
  printer.line()
  printer.tables(figures.map(shadedTable))
  const best = bestPoint(figures)
  if (best) printer.fact('best', best)
  if (study.costs) printer.fact('costs', costsText(study.costs))
  printer.fact(
    'seeds',
    study.runs === 1 ? String(study.seed) : `${study.seed} to ${study.seed + study.runs - 1}`,
  )
  printer.fact('time', duration(made.seconds))
  written.forEach((file, k) => {
    printer.fact(k === 0 ? 'written' : '', file)
  })
  printer.command('repeat with', commandLine(['askance', ...context.argv]))
}

/** The point with the best score, and how much it asks. */
const bestPoint = ([score, ratio]: readonly HeatFigure[]): string | undefined => {
  if (!score || !ratio) return undefined
  const points = score.cells.flatMap((row, j) =>
    row.flatMap((value, i) => (value === null ? [] : [{ value, asked: ratio.cells[j]?.[i] ?? 0, i, j }])),
  )
  const sign = score.value.better === 'down' ? 1 : -1
  const [best] = points.toSorted((a, b) => sign * (a.value - b.value))
  if (!best) return undefined
  const { x, y, value } = score
  const place = { [x.label]: x.values[best.i] ?? 0, [y.label]: y.values[best.j] ?? 0 }
  const shown = value.unit === 'share' ? percent(best.value) : significant(best.value)
  return `${value.label} ${shown} at ${parametersText(place)}, which asks about ${percent(best.asked)}`
}
