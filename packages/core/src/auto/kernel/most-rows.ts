import type { Design } from '../design.js'

/** The maximum number of rows of a kernel: fewer if its `count` rows have many entries, or if there are many classes. */
export const mostRows = (
  { kernelRows, minKernelRows, kernelEntries, kernelScores }: Design,
  classes: number,
  entries: number,
  count: number,
): number => {
  const most = Math.min((kernelEntries * count) / entries, kernelScores / classes)
  return Math.min(kernelRows, Math.max(minKernelRows, Math.floor(most)))
}
