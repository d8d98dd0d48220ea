import type { Design } from './design.js'

/** The amount of work to do in this round so that all of it is done after `rounds`, because callers wait for each round. */
export const slice = (work: number, rounds: number, min: number, { spread }: Design): number =>
  spread === 0 ? Number.POSITIVE_INFINITY : Math.max(min, Math.ceil(work / Math.max(1, rounds)))

/** The number of rounds from this one until the next scales. The more rows there were, the less scales change. */
export const roundsAhead = (round: number, { refreshGrowth, lateFrom, lateGrowth }: Design): number =>
  ((round < lateFrom ? refreshGrowth : lateGrowth) - 1) * round
