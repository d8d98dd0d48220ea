import type { WaveBank } from './bank.js'
import { PlainBank } from './plain.js'
import { SimdBank } from './simd.js'

/**
 * A bank of waves with these phases and no slot yet: in WebAssembly if the host supports it, otherwise (or on request)
 * in TypeScript. The choice changes the speed, not the results.
 */
export const createBank = (phases: Float32Array, kind: 'fastest' | 'plain' = 'fastest'): WaveBank => {
  if (kind === 'plain') return new PlainBank(phases)
  try {
    return new SimdBank(phases)
  } catch {
    return new PlainBank(phases)
  }
}
