import { comparisonReport, type Protocol, runExperiment } from '@askance/bench'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { dataDirOf } from '../../stream/located.js'
import { writeText, writtenReport } from '../experiment/files.js'
import { atWork } from '../experiment/lab.js'
import { type CompareInput, plannedOf } from './plan.js'
import { printComparison } from './print.js'
import { protocolFrom } from './protocol-file.js'

/** Plans the experiment, plays it, and tells, draws and writes what came of it. */
export const compareData = async (context: Context, input: CompareInput): Promise<void> => {
  const { flags } = input
  refuseConflicts(input)
  const protocol = await protocolOf(context, input)
  if (flags['save-protocol'] !== undefined)
    await writeText(flags['save-protocol'], `${JSON.stringify(protocol, undefined, 1)}\n`)
  const results = await atWork(context, flags, (options) => runExperiment(protocol, options))
  const report = comparisonReport(results)
  const written = await writtenReport(report, flags)
  if (flags.json) context.stdout.write(`${JSON.stringify(results)}\n`)
  else printComparison(context, results, report, { all: flags.all, written })
}

const protocolOf = async (context: Context, input: CompareInput): Promise<Protocol> => {
  const { args, flags } = input
  if (flags.protocol !== undefined) return protocolFrom(flags.protocol, input)
  if (args.length === 0)
    throw cliError('usage/argument-missing', {
      command: 'compare',
      name: 'DATA',
      summary: 'files, data sets or streams to compare on, or --protocol FILE',
    })
  return plannedOf(input, dataDirOf(context, flags))
}

/** Two words for the same that contradict each other. */
const refuseConflicts = ({ flags: { exhaustive, tuning } }: CompareInput): void => {
  if (exhaustive && tuning !== undefined && tuning !== 'exhaustive')
    throw cliError('usage/conflict', { left: '--exhaustive', right: `--tuning ${tuning}`, reason: '' })
}
