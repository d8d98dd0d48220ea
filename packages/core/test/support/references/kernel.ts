import { type Kernel, Random } from '../../../src/internals.js'
import { cholesky, dot, identity, inverse, plus, sum, times, type Vector } from '../vectors.js'
import { binaryReference, type Reference, sign } from './reference.js'

/** K(x, z) by its definition. */
export const kernelBetween = (kernel: Kernel, x: Vector, z: Vector): number => {
  const difference = plus(x, z, -1)
  switch (kernel.type) {
    case 'linear':
      return dot(x, z)
    case 'gaussian':
      return Math.exp(-dot(difference, difference) / (2 * kernel.sigma2))
    case 'polynomial':
      return (dot(x, z) + kernel.offset) ** kernel.degree
  }
}

const gramOf = (kernel: Kernel, rows: readonly Vector[]): number[][] =>
  rows.map((x) => rows.map((z) => kernelBetween(kernel, x, z)))

/** Vectors whose inner products are the kernel's values: what the kernel thinks of, made visible for these rows. */
export const embedded = (kernel: Kernel, rows: readonly Vector[]): number[][] =>
  cholesky(gramOf(kernel, rows))

/**
 * RLS or SOP by the dual linear system over the last `capacity` learned rows and the row at hand, whose label counts as
 * 0. With G the Gram matrix of them all and a the last column of (ridge·I + G)⁻¹: r = (Ga)ₓ, s² = aᵀGa, q = Ga without x.
 */
export const dualLeastSquares = (
  kernel: Kernel,
  ridge: number,
  mistakesOnly: boolean,
  capacity = Number.POSITIVE_INFINITY,
): Reference => {
  const learned: { x: Vector; y: number }[] = []
  const solved = (x: Vector) => {
    const gram = gramOf(kernel, [...learned.map((one) => one.x), x])
    return { gram, inverted: inverse(sum(gram, identity(gram.length, ridge))) }
  }
  return binaryReference(
    (x) => {
      const { gram, inverted } = solved(x)
      const coefficients = times(inverted, [...learned.map((one) => one.y), 0])
      return dot(gram[learned.length], coefficients)
    },
    (x, y, p) => {
      if (kernelBetween(kernel, x, x) === 0 || (mistakesOnly && sign(p) === y)) return false
      if (learned.length >= capacity) learned.shift()
      learned.push({ x, y })
      return true
    },
    (x) => {
      const { gram, inverted } = solved(x)
      const a = inverted[learned.length]
      const image = times(gram, a)
      const q = image.slice(0, -1)
      return {
        normSq: kernelBetween(kernel, x, x),
        leverage: image[learned.length],
        reach: Math.sqrt(dot(a, image)),
        residualSq: dot(q, q),
      }
    },
  )
}

/** A kernel Perceptron as a list of (x, y); when it is full, one of its entries makes way first. */
export const budgetPerceptron = (
  kernel: Kernel,
  capacity: number,
  victim: (length: number) => number,
): Reference & { readonly stored: readonly Vector[] } => {
  const list: { x: Vector; y: number }[] = []
  const reference = binaryReference(
    (x) => list.reduce((total, one) => total + one.y * kernelBetween(kernel, one.x, x), 0),
    (x, y, p) => {
      if (kernelBetween(kernel, x, x) === 0 || sign(p) === y) return false
      if (list.length === capacity) list.splice(victim(list.length), 1)
      list.push({ x, y })
      return true
    },
  )
  return {
    ...reference,
    get stored() {
      return list.map(({ x }) => x)
    },
  }
}

/** Which entry a Randomized Budget Perceptron of that seed drops. */
export const randomVictim = (seed: number): ((length: number) => number) => {
  const random = new Random(seed, 'eviction')
  return (length) => Math.floor(random.uniform() * length)
}
