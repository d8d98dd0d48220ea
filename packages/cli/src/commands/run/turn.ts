import { type DialSearch, type Found, searchDial, type Trial } from '@askance/bench'
import type { Algorithm } from '@askance/core'
import { share, significant } from '@askance/core/internals'
import { cliError } from '../../errors.js'

export interface Turning extends Pick<DialSearch, 'parameter' | 'more' | 'wanted'> {
  readonly algorithm: Algorithm
  /** How many items there are; `wanted` is how many of them to ask about. */
  readonly items: number
  /** Plays all items with that value from the start; gives the number of questions. */
  pass(value: number): Promise<number>
  /** Is told of every trial. */
  told?(trial: Trial, passes: number): void
}

export interface Turned extends Trial {
  readonly passes: number
}

/** Turns the dial of a rule until it asks as often as wanted; says so where it cannot. */
export const turnDial = async (turning: Turning): Promise<Turned> => {
  const { parameter, more, wanted } = turning
  const search = searchDial({ parameter, more, wanted })
  let passes = 0
  let next = search.next()
  while (!next.done) {
    const trial = { value: next.value, asked: await turning.pass(next.value) }
    turning.told?.(trial, ++passes)
    next = search.next(trial.asked)
  }
  const { value, asked, status } = next.value
  if (status === 'reached') return { value, asked, passes }
  throw notReached(turning, next.value)
}

const notReached = (
  { algorithm, parameter, wanted, items }: Turning,
  { value, asked, status, trials }: Found,
): Error => {
  const told = {
    wanted: share(wanted / items),
    algorithm: algorithm.name,
    parameter: parameter.name,
    value: significant(value),
  }
  if (status !== 'gap') {
    const end = status === 'too few' ? 'highest' : 'lowest'
    return cliError('ratio/unattainable', { ...told, end, reached: share(asked / items) })
  }
  const counts = trials.map((trial) => trial.asked)
  return cliError('ratio/gap', {
    ...told,
    below: share(Math.max(...counts.filter((count) => count < wanted)) / items),
    above: share(Math.min(...counts.filter((count) => count > wanted)) / items),
  })
}
