import type { Design } from './design.js'

/** How much of some work to do in this round, so that all of it is done after so many: people are waiting. */
export const slice = (work: number, rounds: number, least: number, { spread }: Design): number =>
  spread === 0 ? Number.POSITIVE_INFINITY : Math.max(least, Math.ceil(work / Math.max(1, rounds)))
