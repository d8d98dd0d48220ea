import { markdownRows } from '@askance/core/internals'
import { simulated, type WideCosts } from './simulate.js'

const CORES = [1, 2, 4, 8, 16, 32, 64]
/** The owner is one process with about two busy threads. */
const OWNER_CORES = 2

/** A rate, to thousands. */
export const rateText = (items: number): string => (1000 * Math.round(items / 1000)).toLocaleString('en-US')

/** What so many worker cores would do. Rows whose owner would need more cores than it can use are marked. */
export const coresTable = (costs: WideCosts): string => {
  const columns = ['worker cores', 'items/s', 'efficiency', 'NATS cores', 'gateway cores', 'owner cores']
  const rows = CORES.map((cores) => simulated(costs, cores)).map((found) => [
    `${found.cores}${found.owner > OWNER_CORES ? ' \\*' : ''}`,
    rateText(found.items),
    found.efficiency.toFixed(2),
    found.nats.toFixed(1),
    found.gateways.toFixed(1),
    found.owner.toFixed(2),
  ])
  return markdownRows(
    columns.map((title, k) => (k > 0 ? { title, align: 'right' as const } : { title })),
    rows,
  )
}
