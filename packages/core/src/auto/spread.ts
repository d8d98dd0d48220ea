import type { Design } from './design.js'

/** The amount of work to do in this round so that all of it is done after `rounds`, because callers wait for each round. */
export const slice = (work: number, rounds: number, min: number, { spread }: Design): number =>
  spread === 0 ? Number.POSITIVE_INFINITY : Math.max(min, Math.ceil(work / Math.max(1, rounds)))
