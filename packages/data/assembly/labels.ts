const SLOT_BITS: i32 = 10

/** 0, 1, 2, …: the place of each byte in 32 of them. */
const PLACES = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
])
/** The current label, padded with zeros. */
const SOUGHT = memory.data(32, 16)

/** The id of the spelling of up to 31 bytes at `at`, or -1; src/labels/spellings.ts fills the table. */
export function labelOf(at: usize, length: u32, keys: usize, ids: usize): i32 {
  const count = i8x16.splat(<i8>length)
  const low = v128.and(v128.load(at), i8x16.lt_u(v128.load(PLACES), count))
  const high = v128.and(v128.load(at, 16), i8x16.lt_u(v128.load(PLACES, 16), count))
  v128.store(SOUGHT, low)
  v128.store(SOUGHT, high, 16)
  let hash: u32 = 0
  for (let k: usize = 0; k < 32; k += 4) hash = (hash ^ load<u32>(SOUGHT + k)) * 0x9e3779b1
  let slot = hash >> (32 - SLOT_BITS)
  let id = load<i32>(ids + (slot << 2))
  while (id >= 0) {
    const key = keys + (slot << 5)
    if (!v128.any_true(v128.or(v128.xor(v128.load(key), low), v128.xor(v128.load(key, 16), high)))) break
    slot = (slot + 1) & ((1 << SLOT_BITS) - 1)
    id = load<i32>(ids + (slot << 2))
  }
  return id
}
