/** What an item of a wide stream costs, in seconds of CPU, and what does not depend on items. */
export interface WideCosts {
  /** A worker, when it is alone and when there are two. */
  readonly worker: number
  readonly workerOfTwo: number
  readonly gateway: number
  readonly owner: number
  /** All NATS servers together. */
  readonly nats: number
  /** A version, for every worker. */
  readonly version: number
  /** What a worker does every second to know the others and its partitions. */
  beat(workers: number): number
}

export interface Simulated {
  readonly cores: number
  readonly items: number
  /** Items per second, compared with as many times what one core decides about if it does nothing else. */
  readonly efficiency: number
  readonly nats: number
  readonly gateways: number
  readonly owner: number
}

const VERSIONS_PER_SECOND = 1

/**
 * How many items a second so many worker cores decide about, and how many other cores they need. It is computed from costs of CPU; networks and
 * disks are not in it.
 *
 * @example
 * const costs = { worker: 1e-5, workerOfTwo: 1e-5, gateway: 5e-6, owner: 1e-6, nats: 1e-5, version: 0, beat: () => 0.5 }
 * simulated(costs, 4) // => { cores: 4, items: 200000, efficiency: 0.5, nats: 2, gateways: 1, owner: 0.2 }
 */
export const simulated = (costs: WideCosts, cores: number): Simulated => {
  const { worker, workerOfTwo, gateway, owner, nats, version } = costs
  const share = Math.max(0, 1 - VERSIONS_PER_SECOND * version - costs.beat(cores))
  const items = (cores * share) / (cores === 1 ? worker : Math.max(worker, workerOfTwo))
  return {
    cores,
    items,
    efficiency: (items * worker) / cores,
    nats: items * nats,
    gateways: items * gateway,
    owner: items * owner,
  }
}
