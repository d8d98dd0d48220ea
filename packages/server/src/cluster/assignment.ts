/** A 32-bit hash of a text (FNV-1a, with a final mix so that similar names differ in all bits). */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5
  for (let k = 0; k < text.length; k++) hash = Math.imul(hash ^ text.charCodeAt(k), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

/**
 * Which worker has which partition. All workers compute the same from the same list; while their lists differ, two may work on one partition, and
 * one of them is refused. Each gets an equal share, and few partitions move when a worker comes or goes.
 *
 * @example
 * const shares = assigned('mails', 8, ['a', 'b'])
 * shares.filter((worker) => worker === 'a').length // => 4
 * assigned('mails', 2, []) // => [undefined, undefined]
 */
export const assigned = (
  stream: string,
  partitions: number,
  workers: readonly string[],
): readonly (string | undefined)[] => {
  const counts = new Map(workers.map((worker) => [worker, 0]))
  const share = Math.floor(partitions / workers.length)
  let extra = partitions % workers.length
  return Array.from({ length: partitions }, (_, p) => {
    let best: string | undefined
    let most = -1
    for (const [worker, count] of counts) {
      if (count > share || (count === share && extra === 0)) continue
      const hash = hashOf(`${worker} ${stream} ${p}`)
      if (hash <= most) continue
      best = worker
      most = hash
    }
    if (best !== undefined) {
      const count = (counts.get(best) ?? 0) + 1
      counts.set(best, count)
      if (count > share) extra--
    }
    return best
  })
}
