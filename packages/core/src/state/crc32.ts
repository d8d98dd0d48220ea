const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let word = byte
  for (let bit = 0; bit < 8; bit++) word = word & 1 ? (word >>> 1) ^ 0xedb88320 : word >>> 1
  return word
})

/** CRC-32 as in IEEE 802.3, zip and PNG. */
export const crc32 = (bytes: Uint8Array): number => {
  let word = -1
  for (let k = 0; k < bytes.length; k++) word = table[(word ^ bytes[k]) & 0xff] ^ (word >>> 8)
  return ~word >>> 0
}
