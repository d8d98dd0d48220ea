import type { Random } from '@askance/core/internals'

/** One to three changes: a bit flipped, an end cut off, junk put in, a piece doubled. */
export const mutated = (
  bytes: Uint8Array,
  junk: readonly (string | Uint8Array)[],
  random: Random,
): Uint8Array => {
  let result = Buffer.from(bytes)
  for (let k = random.below(3); k >= 0; k--) {
    const at = random.below(result.length + 1)
    const kind = random.below(4)
    if (kind === 0 && at < result.length) result[at] ^= 1 << random.below(8)
    else if (kind === 1) result = result.subarray(0, at)
    else if (kind === 2) {
      const added = junk[random.below(junk.length)]
      result = Buffer.concat([result.subarray(0, at), Buffer.from(added as string), result.subarray(at)])
    } else result = Buffer.concat([result.subarray(0, at), result.subarray(random.below(at + 1))])
  }
  return result
}
