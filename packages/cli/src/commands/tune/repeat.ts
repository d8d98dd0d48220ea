import { type Cell, type Results, type SetSpec, wantsUnitRows } from '@askance/bench'
import { commandLine } from '../../command/shell.js'
import { paramsAsFlag } from '../run/params.js'
import type { TuneInput } from './work.js'

/** What `run` does not do, for it may not look at the whole data beforehand. */
const isBeyondRun = ({ scaling = 'none', intercept, first, order }: SetSpec, unitRows: boolean): boolean =>
  scaling === 'standardize' ||
  scaling === 'minmax' ||
  intercept === 'auto' ||
  (intercept !== undefined && unitRows) ||
  (first !== undefined && order !== 'given')

/** The command that plays the run with the chosen parameters; none where `run` cannot prepare the data so. */
export const runningCommand = (
  { protocol: { sets, algorithms, seed } }: Results,
  cell: Cell,
  { args: [data = ''], flags }: TuneInput,
): string | undefined => {
  const spec = sets.find(({ name }) => name === cell.set)
  const algorithm = algorithms.find(({ name }) => name === cell.algorithm)
  if (!spec || !algorithm) return undefined
  const unitRows = wantsUnitRows(algorithm.name)
  if (isBeyondRun(spec, unitRows)) return undefined
  const normalize = unitRows ? 'l2' : (spec.scaling ?? 'none')
  const play = [
    ...['--algorithm', algorithm.name, '--params', paramsAsFlag(cell.parameters)],
    ...['--normalize', normalize, '--seed', String(seed)],
    ...(spec.intercept === undefined ? [] : [`--intercept=${spec.intercept}`]),
    ...(spec.positive === undefined ? [] : [`--positive=${spec.positive}`]),
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
