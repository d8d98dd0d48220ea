import type { SymmetricMatrix } from './matrix.js'
import { PlainMatrix } from './plain.js'
import { SimdMatrix } from './simd.js'

/**
 * An empty matrix: in WebAssembly where the host can run it, else (or when asked for) in plain TypeScript.
 * The choice changes the speed and not one bit of the results.
 *
 * @example
 * const matrix = createMatrix()
 * matrix.grow(2, 0.5)
 * matrix.save() // => new Float64Array([0.5, 0, 0.5])
 */
export const createMatrix = (kind: 'fastest' | 'plain' = 'fastest'): SymmetricMatrix => {
  if (kind === 'plain') return new PlainMatrix()
  try {
    return new SimdMatrix()
  } catch {
    return new PlainMatrix()
  }
}
