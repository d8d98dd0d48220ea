import { newton } from './newton.js'
import { normalCumulative, normalDensity, normalInverse } from './normal.js'

/** The trapezoids are this wide; at ±9 the normal density is below 1e-18. */
const WIDTH = 1 / 16
const REACH = 9

/** φ and Φ at the nodes, which every range and every k share. */
const nodes = Array.from({ length: (2 * REACH) / WIDTH + 1 }, (_, j) => {
  const z = j * WIDTH - REACH
  return { z, density: normalDensity(z), cumulative: normalCumulative(z) }
})

/** P(q) = k ∫ φ(z) [Φ(z) − Φ(z − q)]^(k − 1) dz, and its slope k (k − 1) ∫ φ(z) φ(z − q) [Φ(z) − Φ(z − q)]^(k − 2) dz. */
const integrals = (q: number, k: number): { readonly cumulative: number; readonly slope: number } => {
  let cumulative = 0
  let slope = 0
  for (const node of nodes) {
    const between = Math.max(0, node.cumulative - normalCumulative(node.z - q))
    const power = between ** (k - 2)
    cumulative += node.density * power * between
    slope += node.density * power * normalDensity(node.z - q)
  }
  return { cumulative: k * WIDTH * cumulative, slope: k * (k - 1) * WIDTH * slope }
}

/**
 * The chance that k standard normal numbers all lie within q of each other: the studentized range distribution with
 * infinite degrees of freedom (Tukey 1949, "Comparing individual means in the analysis of variance", Biometrics 5/2).
 * The trapezoidal rule converges exponentially for such integrals (Trefethen & Weideman 2014, SIAM Review 56/3).
 *
 * @example
 * studentizedRangeCumulative(3.314493155398, 3) // => 0.95
 */
export const studentizedRangeCumulative = (q: number, k: number): number =>
  q <= 0 ? 0 : Math.min(1, integrals(q, k).cumulative)

/**
 * The range that k standard normal numbers exceed with the chance `tail`.
 *
 * ln(1 − P) is concave, and a pair exceeds q with the chance 2 (1 − Φ(q / √2)); all pairs together exceed it at most
 * k (k − 1)/2 times as often. From the range at which that bound is the tail, Newton's method on the logarithm comes
 * down to the root.
 *
 * @example
 * studentizedRangeInverse(0.05, 3) // => 3.314493155398
 */
export const studentizedRangeInverse = (tail: number, k: number): number =>
  newton(-Math.SQRT2 * normalInverse(tail / (k * (k - 1))), (q) => {
    const { cumulative, slope } = integrals(q, k)
    const survival = 1 - cumulative
    return (Math.log(survival / tail) * survival) / slope
  })
