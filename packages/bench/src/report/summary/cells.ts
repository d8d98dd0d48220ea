import type { Cell, Results } from '../../results/results.js'
import { type Reported, reported } from './algorithms.js'

/** Ratios are typed by people and computed by programs: they are the same when they agree to nine digits. */
export const sameRatio = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9

/** The sets there are cells of, in the order of the protocol. */
export const setNames = ({ protocol, cells }: Results): readonly string[] =>
  protocol.sets.map(({ name }) => name).filter((name) => cells.some(({ set }) => set === name))

/** The target ratios that tables have, rising: those of the protocol that have cells, or 1 if all is supervised. */
export const ratiosOf = (results: Results): readonly number[] => {
  const asking = new Set(reported(results).flatMap(({ name, role }) => (role === 'supervised' ? [] : [name])))
  const found = [
    ...new Set(results.cells.filter(({ algorithm }) => asking.has(algorithm)).map(({ ratio }) => ratio)),
  ]
  return found.length > 0 ? found.sort((a, b) => a - b) : results.cells.length > 0 ? [1] : []
}

/** The cell of an algorithm at a target ratio; that of a supervised one, which has no other, at every ratio. */
export const cellAt = (
  { cells }: Results,
  set: string,
  { name, role }: Pick<Reported, 'name' | 'role'>,
  ratio: number,
): Cell | undefined =>
  cells.find(
    (cell) =>
      cell.set === set && cell.algorithm === name && sameRatio(cell.ratio, role === 'supervised' ? 1 : ratio),
  )

/** All cells of an algorithm on a set, by rising ratio. */
export const cellsOf = ({ cells }: Results, set: string, algorithm: string): readonly Cell[] =>
  cells.filter((cell) => cell.set === set && cell.algorithm === algorithm).sort((a, b) => a.ratio - b.ratio)
