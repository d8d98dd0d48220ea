import { suggestion } from '@askance/core/internals'
import { benchError } from '../errors.js'
import { cesaBianchi2009 } from './papers/cesa-bianchi-2009.js'
import { hao2017 } from './papers/hao-2017.js'
import { lu2016 } from './papers/lu-2016.js'
import { moroshko2014 } from './papers/moroshko-2014.js'
import { zhai2022 } from './papers/zhai-2022.js'
import type { Reproduction } from './reproduction.js'

/** Every table and figure, paper by paper. */
export const reproductions: readonly Reproduction[] = [
  ...zhai2022,
  ...lu2016,
  ...hao2017,
  ...cesaBianchi2009,
  ...moroshko2014,
]

/** The ids and their common prefixes: papers, and figures with parts. */
const names: readonly string[] = [
  ...new Set(
    reproductions.flatMap(({ id }) => [
      id,
      id.replace(/\/.*/, ''),
      id.replace(/\d[a-z]$/, (end) => end.charAt(0)),
    ]),
  ),
]

/**
 * The table or figure with that id, or all that start with it; case does not matter.
 *
 * @example
 * findReproductions('Zhai-2022/table-2').map(({ id }) => id) // => ['zhai-2022/table-2']
 * findReproductions('moroshko-2014/figure-2').length // => 6
 * findReproductions('hao-2017').length // => 2
 */
export const findReproductions = (id: string): readonly Reproduction[] => {
  const wanted = id.toLowerCase()
  const exact = reproductions.find((reproduction) => reproduction.id === wanted)
  if (exact) return [exact]
  const begun = wanted ? reproductions.filter((reproduction) => reproduction.id.startsWith(wanted)) : []
  if (begun.length > 0) return begun
  throw benchError('reproduce/unknown', { id, hint: suggestion(wanted, names) })
}
