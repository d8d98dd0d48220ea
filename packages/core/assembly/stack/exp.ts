@external("env", "exp")
declare function hostExp(x: f64): f64

const LN2_HIGH: f64 = 6.9314718036912381649e-1
const LN2_LOW: f64 = 1.90821492927058770002e-10
const INVERSE_LN2: f64 = 1.442695040888963387
const SMALL: f64 = 0.3465735912322998
const MIDDLE: f64 = 1.0397205352783203
const TINY: f64 = 3.725290298461914e-9
const LARGE: f64 = 700
/** Added, it leaves a whole number in the last bits. */
const WHOLE: f64 = 6755399441055744

/** exp of two numbers. Its twin is `exp` in `src/auto/stack/exp.ts`. */
@inline
export function exp(x: v128): v128 {
  const size = f64x2.abs(x)
  if (i64x2.all_true(f64x2.lt(size, f64x2.splat(LARGE)))) return nearExp(x, size)
  return f64x2.replace_lane(
    f64x2.splat(anyExp(f64x2.extract_lane(x, 0))),
    1,
    anyExp(f64x2.extract_lane(x, 1)),
  )
}

function anyExp(x: f64): f64 {
  if (!(Math.abs(x) < LARGE)) return hostExp(x)
  const both = f64x2.splat(x)
  return f64x2.extract_lane(nearExp(both, f64x2.abs(both)), 0)
}

@inline
function nearExp(x: v128, size: v128): v128 {
  const sign = v128.and(x, f64x2.splat(-0.0))
  const half = v128.or(sign, f64x2.splat(0.5))
  const far = f64x2.trunc(f64x2.add(f64x2.mul(f64x2.splat(INVERSE_LN2), x), half))
  const isMiddle = f64x2.lt(size, f64x2.splat(MIDDLE))
  const near = v128.bitselect(v128.or(sign, f64x2.splat(1)), far, isMiddle)
  const k = v128.and(near, f64x2.ge(size, f64x2.splat(SMALL)))
  const high = f64x2.sub(x, f64x2.mul(k, f64x2.splat(LN2_HIGH)))
  const low = f64x2.mul(k, f64x2.splat(LN2_LOW))
  const r = f64x2.sub(high, low)
  const t = f64x2.mul(r, r)
  let p = f64x2.add(f64x2.splat(-1.6533902205465252e-6), f64x2.mul(t, f64x2.splat(4.1381367970572385e-8)))
  p = f64x2.add(f64x2.splat(6.613756321437934e-5), f64x2.mul(t, p))
  p = f64x2.add(f64x2.splat(-2.7777777777015593e-3), f64x2.mul(t, p))
  p = f64x2.add(f64x2.splat(0.16666666666666602), f64x2.mul(t, p))
  const c = f64x2.sub(r, f64x2.mul(t, p))
  const q = f64x2.div(f64x2.mul(r, c), f64x2.sub(f64x2.splat(2), c))
  const y = f64x2.sub(f64x2.splat(1), f64x2.sub(f64x2.sub(low, q), high))
  const power = i64x2.shl(i64x2.add(f64x2.add(k, f64x2.splat(WHOLE)), i64x2.splat(1023)), 52)
  const scaled = f64x2.mul(y, power)
  const small = v128.bitselect(f64x2.add(f64x2.splat(1), x), scaled, f64x2.lt(size, f64x2.splat(TINY)))
  return v128.bitselect(f64x2.splat(Math.E), small, f64x2.eq(x, f64x2.splat(1)))
}
