/** hessian[a][b] ← hessian[a][b] + (p·x[a])·x[b] for b ≤ a. */
@inline
export function addProducts(size: usize, p: f64, x: usize, hessian: usize): void {
  const even = (size + (size & 1)) << 3
  let h = hessian
  for (let a: usize = 0; a < size; a++, h += even) {
    const da = f64x2.splat(p * load<f64>(x + (a << 3)))
    for (let b: usize = 0; b <= a; b += 2) {
      const at = h + (b << 3)
      v128.store(at, f64x2.add(v128.load(at), f64x2.mul(da, v128.load(x + (b << 3)))))
    }
  }
}

/** A lane of two, twice. */
@inline
export function both(two: v128, lane: i32): v128 {
  return f64x2.splat(lane === 0 ? f64x2.extract_lane(two, 0) : f64x2.extract_lane(two, 1))
}
