import { coreError } from '../errors.js'
import { type Algorithm, algorithmsOf } from './algorithm.js'
import { cesaBianchi2009 } from './cesa-bianchi-2009.js'
import { hao2017 } from './hao-2017.js'
import { lu2016 } from './lu-2016.js'
import { moroshko2014 } from './moroshko-2014.js'
import { zhai2022 } from './zhai-2022.js'

export type { Algorithm, Task } from './algorithm.js'
export { costLegend, costOf } from './cost.js'

/** Every named algorithm, paper by paper. */
export const catalogue: readonly Algorithm[] = [
  zhai2022,
  lu2016,
  hao2017,
  moroshko2014,
  cesaBianchi2009,
].flatMap(algorithmsOf)

const byName = new Map(catalogue.map((algorithm) => [algorithm.name.toLowerCase(), algorithm]))

/**
 * The algorithm of that name; upper and lower case do not matter.
 *
 * @example
 * findAlgorithm('d-amd').rule.name // => 'discrimination'
 * findAlgorithm('D-ADAM') // => throws algorithm/unknown
 */
export const findAlgorithm = (name: string): Algorithm => {
  const found = byName.get(name.toLowerCase())
  if (found) return found
  const near = catalogue.map((algorithm) => algorithm.name).filter((known) => distance(known, name) <= 2)
  const hint =
    near.length > 0 ? `did you mean ${near.slice(0, 4).join(', ')}?` : '`askance algorithms` lists them'
  throw coreError('algorithm/unknown', { name, hint })
}

/** Letters to insert, drop or change to get from one name to the other. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1].toLowerCase() === b[j - 1].toLowerCase()
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1))
    }
    row = next
  }
  return row[b.length]
}
