// The kernel of SimdMatrix: half of a symmetric matrix in 128-bit lanes. Plain multiply and add only (no fused or
// relaxed operations) in the same order as PlainMatrix, so that both give the same bits on every machine.
//
// Rows come in strips of four. A strip is cut into tiles of four rows by two columns, one 64-byte line each, from
// column 0 up to and including the 4×4 block on the diagonal, which is kept whole:
//
//   tile:  (r,c) (r,c+1)  (r+1,c) (r+1,c+1)  (r+2,c) (r+2,c+1)  (r+3,c) (r+3,c+1)
//
// One pass over a tile serves M_rc for its row and, with two lanes swapped, for its column: half the memory is moved.
// A new strip follows the last one, so that growing moves nothing. Cells, products and entries beyond the dimension
// are zero: no loop needs an odd end.

const MOST: usize = 8192

/** The dense x, or the values of a sparse one. */
export const X: usize = 0
/** The indices of a sparse x. */
export const INDEX: usize = X + MOST * 8
/** h = M x. */
export const PRODUCT: usize = INDEX + MOST * 4
/** The strips. */
export const CELLS: usize = PRODUCT + MOST * 8

// s strips have 2 + 4 + … + 2s tiles.
@inline
function strip(s: usize): usize {
  return CELLS + ((s * (s + 1)) << 6)
}

@inline
function cell(row: usize, column: usize): usize {
  return strip(row >> 2) + ((column >> 1) << 6) + ((row & 3) << 4) + ((column & 1) << 3)
}

@inline
function plus(sum: v128, a: v128, b: v128): v128 {
  return f64x2.add(sum, f64x2.mul(a, b))
}

@inline
function minus(from: usize, offset: usize, a: v128, b: v128): void {
  v128.store(from + offset, f64x2.sub(v128.load(from + offset), f64x2.mul(a, b)))
}

/** Bytes of a vector of whole strips. */
@inline
function bytes(dimension: usize): usize {
  return ((dimension + 3) & ~3) << 3
}

/** product ← M x for the dense x. */
export function multiplyDense(dimension: usize): void {
  let tile = CELLS
  for (let r: usize = 0, size = bytes(dimension); r < size; r += 32) {
    const x0 = v128.load64_splat(X + r)
    const x1 = v128.load64_splat(X + r, 8)
    const x2 = v128.load64_splat(X + r, 16)
    const x3 = v128.load64_splat(X + r, 24)
    // The products of the strip's own rows so far, (r, r+1) and (r+2, r+3).
    let low = f64x2.splat(0)
    let high = f64x2.splat(0)
    for (let c: usize = 0; c < r; c += 16) {
      const m0 = v128.load(tile)
      const m1 = v128.load(tile, 16)
      const m2 = v128.load(tile, 32)
      const m3 = v128.load(tile, 48)
      const h = plus(plus(plus(plus(v128.load(c, PRODUCT), x0, m0), x1, m1), x2, m2), x3, m3)
      v128.store(c, h, PRODUCT)
      const left = v128.load64_splat(c, X)
      const right = v128.load64_splat(c, X + 8)
      low = plus(low, left, v128.shuffle<f64>(m0, m1, 0, 2))
      high = plus(high, left, v128.shuffle<f64>(m2, m3, 0, 2))
      low = plus(low, right, v128.shuffle<f64>(m0, m1, 1, 3))
      high = plus(high, right, v128.shuffle<f64>(m2, m3, 1, 3))
      tile += 64
    }
    diagonalTile(low, r, tile, x0, x1, x2, x3)
    diagonalTile(high, r + 16, tile + 64, x0, x1, x2, x3)
    tile += 128
  }
}

@inline
function diagonalTile(sum: v128, c: usize, tile: usize, x0: v128, x1: v128, x2: v128, x3: v128): void {
  sum = plus(plus(sum, x0, v128.load(tile)), x1, v128.load(tile, 16))
  sum = plus(plus(sum, x2, v128.load(tile, 32)), x3, v128.load(tile, 48))
  v128.store(c, sum, PRODUCT)
}

/** product ← M x for an x of so many entries, each against its row up to the diagonal block, then down its column. */
export function multiplySparse(dimension: usize, entries: usize): void {
  const size = bytes(dimension)
  memory.fill(PRODUCT, 0, size)
  for (let k: usize = 0; k < entries; k++) {
    const j: usize = load<u32>(INDEX + (k << 2))
    const x = v128.load64_splat(X + (k << 3))
    const below = (j >> 2) + 1
    let at = cell(j, 0)
    let r: usize = 0
    for (const end = below << 5; r < end; r += 16) {
      v128.store(r, plus(v128.load(r, PRODUCT), x, v128.load(at)), PRODUCT)
      at += 64
    }
    at = cell(below << 2, j)
    // The strip that follows is 2 tiles longer each time.
    for (let step = (below + 1) << 7; r < size; r += 32) {
      const low = v128.load64_lane(at, v128.load64_zero(at), 1, 16)
      const high = v128.load64_lane(at, v128.load64_zero(at, 32), 1, 48)
      v128.store(r, plus(v128.load(r, PRODUCT), x, low), PRODUCT)
      v128.store(r, plus(v128.load(r, PRODUCT + 16), x, high), PRODUCT + 16)
      at += step
      step += 128
    }
  }
}

/** M ← M − (scale·h) hᵀ below the diagonal, mirrored inside the diagonal blocks. */
export function downdate(dimension: usize, scale: f64): void {
  const factor = f64x2.splat(scale)
  let tile = CELLS
  for (let r: usize = 0, size = bytes(dimension); r < size; r += 32) {
    const h0 = f64x2.mul(factor, v128.load64_splat(r, PRODUCT))
    const h1 = f64x2.mul(factor, v128.load64_splat(r, PRODUCT + 8))
    const h2 = f64x2.mul(factor, v128.load64_splat(r, PRODUCT + 16))
    const h3 = f64x2.mul(factor, v128.load64_splat(r, PRODUCT + 24))
    for (let c: usize = 0; c < r + 32; c += 16) {
      const h = v128.load(c, PRODUCT)
      minus(tile, 0, h0, h)
      minus(tile, 16, h1, h)
      minus(tile, 32, h2, h)
      minus(tile, 48, h3, h)
      tile += 64
    }
    mirror(tile - 128)
  }
}

/** Copies the lower triangle of a diagonal block to the upper one. */
@inline
function mirror(block: usize): void {
  store<f64>(block, load<f64>(block, 16), 8)
  store<f64>(block, load<f64>(block, 32), 64)
  store<f64>(block, load<f64>(block, 48), 72)
  store<f64>(block, load<f64>(block, 40), 80)
  store<f64>(block, load<f64>(block, 56), 88)
  store<f64>(block, load<f64>(block, 112), 104)
}

/** M ← M + shift·I. */
export function shiftDiagonal(dimension: usize, shift: f64): void {
  for (let i: usize = 0; i < dimension; i++) {
    const at = cell(i, i)
    store<f64>(at, load<f64>(at) + shift)
  }
}

/** Takes out row and column j; what falls behind the dimension becomes zero. */
export function remove(dimension: usize, j: usize): void {
  for (let i = j + 1; i < dimension; i++) moveUp(i, j)
  const last = dimension - 1
  const s = last >> 2
  for (let at = cell(last, 0); at < strip(s + 1); at += 64) v128.store(at, f64x2.splat(0))
  for (let t = j >> 2; t <= s; t++) mirror(strip(t + 1) - 128)
}

/** Row i without its column j becomes row i − 1. What lands right of the diagonal is for `mirror` to put right. */
@inline
function moveUp(i: usize, j: usize): void {
  let from = cell(i, 0)
  let to = cell(i - 1, 0)
  let c: usize = 0
  for (; c + 1 < j; c += 2) {
    v128.store(to, v128.load(from))
    from += 64
    to += 64
  }
  const kept = load<f64>(from)
  const first = to
  for (; c < i; c += 2) {
    v128.store(to, v128.load64_lane(from, v128.load64_zero(from, 8), 1, 64))
    from += 64
    to += 64
  }
  // Where j is the second of its pair, the first one stays.
  if (j & 1) store<f64>(first, kept)
}
