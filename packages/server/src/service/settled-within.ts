/** Waits until all promises are settled, but not longer than so many milliseconds. */
export const settledWithin = async (
  promises: Iterable<Promise<unknown>>,
  milliseconds: number,
): Promise<void> => {
  const all = Promise.allSettled(promises)
  if (milliseconds === Number.POSITIVE_INFINITY) return void (await all)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([all, late])
  clearTimeout(timer)
}
