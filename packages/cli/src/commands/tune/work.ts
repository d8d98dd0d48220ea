import { gridPoints, type Protocol, parseProtocol, runExperiment } from '@askance/bench'
import { findAlgorithm } from '@askance/core'
import type { Input } from '../../command/declare.js'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { dataDirOf } from '../../stream/located.js'
import { atWork } from '../experiment/lab.js'
import { ratiosIn } from '../experiment/lists.js'
import { setsOf } from '../experiment/sets.js'
import { isHere } from '../experiment/sources.js'
import { specsOf } from '../experiment/specs.js'
import { tuningOf } from '../experiment/tuning.js'
import type { tuneFlags } from './index.js'
import { printTuned } from './print.js'

export type TuneInput = Input<typeof tuneFlags>

const USUAL_RATIO = 0.1

/** Tunes an algorithm on one set, and tells what came of it. */
export const tuneOn = async (context: Context, input: TuneInput): Promise<void> => {
  const { flags } = input
  if (flags.ratio !== undefined && flags.ratios !== undefined)
    throw cliError('usage/conflict', { left: '--ratio', right: '--ratios', reason: '' })
  const protocol = await protocolOf(context, input)
  const results = await atWork(context, flags, (options) => runExperiment(protocol, options))
  if (flags.json) context.stdout.write(`${JSON.stringify(results)}\n`)
  else printTuned(context, results, input)
}

const protocolOf = async (context: Context, { args, flags }: TuneInput): Promise<Protocol> => {
  const folder = dataDirOf(context, flags)
  const sets = await setsOf(args, flags, folder)
  for (const { spec } of sets)
    if ('data' in spec.source && !isHere(spec.source, folder))
      throw cliError('data/set', { name: spec.name, folder })
  const isBinary = sets.every(({ classes }) => classes <= 2)
  const name = flags.algorithm ?? (isBinary ? 'D-AMD' : 'MD-AMD')
  const specs = specsOf([name], flags)
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
  const { ratio = USUAL_RATIO, ratios, seed } = flags
  const metric = flags.metric ?? (isBinary ? 'f1' : 'accuracy')
  return parseProtocol({
    sets: sets.map(({ spec }) => spec),
    algorithms: specs,
    metric,
    ratios: ratios === undefined ? [ratio] : ratiosIn('ratios', ratios),
    tuning: tuningOf(flags),
    runs: 1,
    seed,
  })
}
