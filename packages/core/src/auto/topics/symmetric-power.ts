/** Sweeps of rotations; eight are enough for 32 × 32 to double precision. */
const SWEEPS = 12
/** Smaller off-diagonal entries, relative to the diagonal, are rounding errors. */
const NEGLIGIBLE = 1e-15

/** The square root of a number, or its inverse; 0 for eigenvalues that are 0 up to rounding. */
type Power = 'root' | 'inverse root'

/** An eigenvalue below this share of the largest counts as 0. */
const SINGULAR = 1e-10

/**
 * The symmetric power of a symmetric, positive matrix of `size` rows: Q Λ^±½ Qᵀ. The eigenvectors Q come from Jacobi's rotations
 * (C. G. J. Jacobi: Über ein leichtes Verfahren … Journal für die reine und angewandte Mathematik 30, 1846). `rank` is the number
 * of eigenvalues that are not 0.
 *
 * @example
 * symmetricPower(Float64Array.of(4, 0, 0, 9), 2, 'root').matrix // => Float64Array.of(2, 0, 0, 3)
 * symmetricPower(Float64Array.of(2, 1, 1, 2), 2, 'root').rank // => 2
 * symmetricPower(Float64Array.of(1, 1, 1, 1), 2, 'root').rank // => 1
 */
export const symmetricPower = (
  matrix: Float64Array,
  size: number,
  power: Power,
): { matrix: Float64Array; rank: number } => {
  const a = matrix.slice()
  const vectors = new Float64Array(size * size)
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1
  let isDone = false
  for (let sweep = 0; sweep < SWEEPS && !isDone; sweep++) {
    isDone = true
    for (let p = 0; p < size; p++)
      for (let q = p + 1; q < size; q++) if (rotate(a, vectors, size, p, q)) isDone = false
  }
  let largest = 0
  for (let i = 0; i < size; i++) largest = Math.max(largest, a[i * size + i])
  const out = new Float64Array(size * size)
  let rank = 0
  for (let e = 0; e < size; e++) {
    const value = a[e * size + e]
    if (!(value > SINGULAR * largest)) continue
    rank++
    const factor = power === 'root' ? Math.sqrt(value) : 1 / Math.sqrt(value)
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++)
        out[i * size + j] += factor * vectors[i * size + e] * vectors[j * size + e]
  }
  return { matrix: out, rank }
}

/** The rotation of rows and columns p and q that makes their common entry 0; false if it is 0 already. */
const rotate = (a: Float64Array, vectors: Float64Array, size: number, p: number, q: number): boolean => {
  const off = a[p * size + q]
  const pp = a[p * size + p]
  const qq = a[q * size + q]
  if (Math.abs(off) <= NEGLIGIBLE * Math.sqrt(Math.abs(pp * qq))) return false
  const theta = (qq - pp) / (2 * off)
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const c = 1 / Math.sqrt(t * t + 1)
  const s = t * c
  for (let k = 0; k < size; k++) {
    const kp = a[k * size + p]
    const kq = a[k * size + q]
    a[k * size + p] = c * kp - s * kq
    a[k * size + q] = s * kp + c * kq
  }
  for (let k = 0; k < size; k++) {
    const pk = a[p * size + k]
    const qk = a[q * size + k]
    a[p * size + k] = c * pk - s * qk
    a[q * size + k] = s * pk + c * qk
  }
  for (let k = 0; k < size; k++) {
    const kp = vectors[k * size + p]
    const kq = vectors[k * size + q]
    vectors[k * size + p] = c * kp - s * kq
    vectors[k * size + q] = s * kp + c * kq
  }
  return true
}
