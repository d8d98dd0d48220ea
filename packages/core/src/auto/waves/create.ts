import type { WaveBank } from './bank.js'
import { PlainBank } from './plain.js'
import { SimdBank } from './simd.js'

/**
 * A bank of waves with these phases and no slot yet: in WebAssembly where the host can run it, else (or when asked for)
 * in plain TypeScript. The choice changes the speed and not one bit of the results.
 */
export const createBank = (phases: Float32Array, kind: 'fastest' | 'plain' = 'fastest'): WaveBank => {
  if (kind === 'plain') return new PlainBank(phases)
  try {
    return new SimdBank(phases)
  } catch {
    return new PlainBank(phases)
  }
}
