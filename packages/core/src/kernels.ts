import { coreError } from './errors.js'

/** A Mercer kernel as data. */
export type Kernel =
  | { readonly type: 'linear' }
  | { readonly type: 'gaussian'; readonly sigma2: number }
  | { readonly type: 'polynomial'; readonly degree: number; readonly offset: number }

/** K from x·z, ‖x‖² and ‖z‖²: all that the kernels here depend on. */
export type KernelFunction = (dot: number, normX: number, normZ: number) => number

export const kernelFunction = (kernel: Kernel): KernelFunction => {
  switch (kernel.type) {
    case 'linear':
      return (dot) => dot
    case 'gaussian': {
      const factor = -1 / (2 * kernel.sigma2)
      // The squared distance of equal rows may come out a rounding error below 0.
      return (dot, normX, normZ) => Math.exp(factor * Math.max(0, normX + normZ - 2 * dot))
    }
    case 'polynomial':
      return (dot) => (dot + kernel.offset) ** kernel.degree
  }
}

const defaults: Record<string, Record<string, number>> = {
  linear: {},
  gaussian: { sigma2: 1 },
  polynomial: { degree: 2, offset: 1 },
}

/**
 * A kernel from its short form.
 *
 * @example
 * parseKernel('gaussian:sigma2=0.5') // => { type: 'gaussian', sigma2: 0.5 }
 * parseKernel('polynomial') // => { type: 'polynomial', degree: 2, offset: 1 }
 * parseKernel('cubic') // => throws kernel/invalid
 */
export const parseKernel = (text: string): Kernel => {
  const colon = text.indexOf(':')
  const type = colon < 0 ? text : text.slice(0, colon)
  if (!Object.hasOwn(defaults, type)) throw coreError('kernel/invalid', { kernel: text })
  const kernel: Record<string, string | number> = { type, ...defaults[type] }
  for (const setting of colon < 0 ? [] : text.slice(colon + 1).split(',')) {
    const [, name = '', value = ''] = /^(\w+)=([^=]+)$/.exec(setting) ?? []
    if (!Object.hasOwn(defaults[type], name)) throw coreError('kernel/invalid', { kernel: text })
    kernel[name] = Number(value)
  }
  return checkedKernel(kernel as unknown as Kernel)
}

/** The kernel itself when its settings are sound. */
export const checkedKernel = (kernel: Kernel): Kernel => {
  const sound =
    kernel.type === 'linear' ||
    (kernel.type === 'gaussian' && kernel.sigma2 > 0 && Number.isFinite(kernel.sigma2)) ||
    (kernel.type === 'polynomial' &&
      Number.isInteger(kernel.degree) &&
      kernel.degree >= 1 &&
      kernel.degree <= 16 &&
      kernel.offset >= 0 &&
      Number.isFinite(kernel.offset))
  if (!sound) throw coreError('kernel/invalid', { kernel: JSON.stringify(kernel) })
  return kernel
}
