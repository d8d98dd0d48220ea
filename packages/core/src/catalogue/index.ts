import { coreError } from '../errors.js'
import { nearest } from '../nearest.js'
import { type Algorithm, algorithmsOf } from './algorithm.js'
import { askance } from './auto.js'
import { cesaBianchi2009 } from './cesa-bianchi-2009.js'
import { hao2017 } from './hao-2017.js'
import { lu2016 } from './lu-2016.js'
import { moroshko2014 } from './moroshko-2014.js'
import { zhai2022 } from './zhai-2022.js'

export type { Algorithm, Task } from './algorithm.js'
export { costLegend, costOf, takesKernel } from './cost.js'
export { type Dial, dialOf } from './dial.js'

/** Every named algorithm, paper by paper. */
export const catalogue: readonly Algorithm[] = [
  askance,
  zhai2022,
  lu2016,
  hao2017,
  moroshko2014,
  cesaBianchi2009,
].flatMap(algorithmsOf)

const byName = new Map(catalogue.map((algorithm) => [algorithm.name.toUpperCase(), algorithm]))

/**
 * The algorithm of that name; upper and lower case do not matter.
 *
 * @example
 * findAlgorithm('d-amd').rule.name // => 'discrimination'
 * findAlgorithm('D-ADAM') // => throws algorithm/unknown
 */
export const findAlgorithm = (name: string): Algorithm => {
  const found = byName.get(name.toUpperCase())
  if (found) return found
  const near = nearest(name.toUpperCase(), [...byName.keys()])
  const hint = near ? `did you mean ${byName.get(near)?.name}?` : '`askance algorithms` lists them'
  throw coreError('algorithm/unknown', { name, hint })
}

/**
 * The published algorithms and `auto`: all of them, and each by its name.
 *
 * @example
 * algorithms.find('D-AMD').parameters.map(({ name }) => name) // => ['smoothing', 'stepSize', 'ridge']
 * algorithms.all[0].name // => 'auto'
 */
export const algorithms = { all: catalogue, find: findAlgorithm } as const
