import { type Kernel, Metrics, type Parameters, type State } from '@askance/core'
import { createRounds } from '@askance/core/internals'
import type { OpenSet } from '../../src/sets/set.js'
import type { Stage } from '../../src/sets/stage.js'

interface SlowPlayer {
  readonly algorithm: string
  readonly kernel?: Kernel
  readonly unitRows: boolean
  readonly delay: number
}

interface SlowRound {
  readonly predicted: number
  readonly truth: number
  readonly asked: boolean
  readonly updated: boolean
  readonly score: number
}

/** What came of it: every round, the answers that were learned, and all that is remembered. */
interface SlowPlay {
  readonly rounds: readonly SlowRound[]
  readonly learned: readonly { readonly asked: number; readonly at: number }[]
  readonly updates: number
  readonly state: State
}

/** One pass as anybody would write it: a queue of answers on their way, and nothing made for speed. */
export const slowPlay = (
  { facts }: Pick<OpenSet, 'facts'>,
  { algorithm, kernel, unitRows, delay }: SlowPlayer,
  parameters: Parameters,
  { rows, labels, order }: Stage,
  seed: number,
): SlowPlay => {
  const own = createRounds({
    algorithm,
    classes: facts.classes.length,
    parameters,
    seed,
    preparation: { normalize: unitRows ? 'l2' : 'none', intercept: 'none' },
    ...(kernel && { kernel }),
  })
  const rounds: SlowRound[] = []
  const learned: { asked: number; at: number }[] = []
  let waiting: { item: number; asked: number; opinion: number[] | undefined }[] = []
  order.forEach((item, t) => {
    let updated = false
    for (const answer of waiting.filter(({ asked }) => asked + delay === t)) {
      const row = rows.row(answer.item)
      own.read(row)
      const then = answer.opinion && Float64Array.from(answer.opinion)
      updated = own.learn(labels[answer.item], then)
      learned.push({ asked: answer.asked, at: t })
    }
    waiting = waiting.filter(({ asked }) => asked + delay !== t)
    const { predicted, asked, margin } = own.observe(rows.row(item))
    const opinion = own.opinion()
    if (asked && delay > 0) waiting.push({ item, asked: t, opinion: opinion && [...opinion] })
    if (asked && delay === 0) {
      updated = own.learn(labels[item])
      learned.push({ asked: t, at: t })
    }
    rounds.push({ predicted, truth: labels[item], asked, updated, score: margin })
  })
  return { rounds, learned, updates: own.tally.updates, state: own.save() }
}

/** The rounds, counted by the core. */
export const counted = (rounds: readonly SlowRound[], classes: number, positive: number) => {
  const metrics = new Metrics(classes, positive)
  for (const { predicted, truth, asked, updated } of rounds) metrics.add(predicted, truth, asked, updated)
  return metrics.values()
}
