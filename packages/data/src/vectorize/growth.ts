/** The array itself if it is long enough, else a longer copy. */
export const largerBytes = (bytes: Uint8Array, length: number): Uint8Array => {
  if (bytes.length >= length) return bytes
  const longer = new Uint8Array(Math.max(length, 2 * bytes.length))
  longer.set(bytes)
  return longer
}
