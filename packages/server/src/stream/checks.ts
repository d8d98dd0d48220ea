import { Random } from '@askance/core/internals'
import type { LeasedQuestion } from '../operations/types.js'
import type { StreamEvent } from './classifier.js'
import type { CheckDrawn, Checked, Unchecked } from './entries.js'
import { isSameLabel } from './label-values.js'
import type { Labellers } from './labellers.js'
import type { GivenLabel } from './labels.js'
import type { QuestionQueue } from './queue.js'
import type { Vote } from './votes.js'

/** The probability that a second person answers an audit too. */
export const CHECK_PROBABILITY = 0.05

/** A question as the first person saw it. The model has learned their answer since, and would give it away. */
export type ShownQuestion = Omit<LeasedQuestion, 'leaseExpires' | 'votes'>

interface Check {
  readonly first: Vote
  readonly t: number
  /** Missing after the item was erased, and when the second answer is final. */
  shown?: ShownQuestion
  /** Who skipped it. They are not asked again. */
  readonly skipped: string[]
  second?: Vote
}

/**
 * The coin that decides whether an audit is checked. It depends on the seed and the number of the question alone, so that an answer
 * that is undone and given again has the same one.
 *
 * @example
 * checkCoin(7, 3) === checkCoin(7, 3) // => true
 * checkCoin(7, 3) === checkCoin(7, 4) // => false
 */
export const checkCoin = (seed: number, t: number): number => new Random(seed, `check ${t}`).uniform()

/**
 * Second answers to audits, by people who do not see the first: how often labellers err. The first answer is learned at once, the
 * second never. While a check waits, it is in the queue of questions.
 */
export class Checks {
  readonly #all = new Map<string, Check>()
  readonly #queue: QuestionQueue
  readonly #labellers: Labellers

  constructor(queue: QuestionQueue, labellers: Labellers) {
    this.#queue = queue
    this.#labellers = labellers
  }

  /** Whether the item waits for a second answer. */
  isWaiting(id: string): boolean {
    const check = this.#all.get(id)
    return check !== undefined && check.second === undefined
  }

  /** The question of a waiting check, as the first person saw it. */
  shown(id: string): ShownQuestion | undefined {
    return this.isWaiting(id) ? this.#all.get(id)?.shown : undefined
  }

  /** The two answers, once there are both. */
  pair(id: string): readonly Vote[] {
    const { first, second } = this.#all.get(id) ?? {}
    return first && second ? [first, second] : []
  }

  /** The ids of all checks, waiting or answered. */
  ids(): IterableIterator<string> {
    return this.#all.keys()
  }

  /** Whether this person gave the second answer, or skipped the check. */
  isCheckedBy(id: string, by: string): boolean {
    const check = this.#all.get(id)
    return check?.second?.by === by || Boolean(check?.skipped.includes(by))
  }

  /** The number of answered checks, without those of which the second person was unsure, and how many of them agree. */
  count(): { readonly answered: number; readonly agreed: number } {
    let [answered, agreed] = [0, 0]
    for (const { first, second } of this.#all.values()) {
      if (second?.label === undefined) continue
      answered++
      if (isSameLabel(first.label, second.label)) agreed++
    }
    return { answered, agreed }
  }

  /** Applies an entry of the log; `given` is the label of the item. */
  take(entry: CheckDrawn | Checked | Unchecked, given: GivenLabel | undefined): void {
    const { id } = entry
    if (entry.type === 'check-drawn') {
      if (given?.by === undefined) return
      const first = { by: given.by, label: given.label }
      const { shown } = entry
      this.#all.set(id, { first, t: given.t, ...(shown && { shown }), skipped: [] })
    } else if (entry.type === 'checked') this.#checked(entry)
    else {
      this.#labellers.undo(entry.by, id)
      const check = this.#all.get(id)
      if (check?.second?.by === entry.by) delete check.second
      const place = check?.skipped.indexOf(entry.by) ?? -1
      if (place >= 0) check?.skipped.splice(place, 1)
    }
    this.#offer(id)
  }

  #checked(entry: Checked): void {
    const { id, by, label = entry.labels } = entry
    const action = entry.skipped ? 'skipped' : label === undefined ? 'unsure' : 'answers'
    this.#labellers.record(by, id, action, label)
    const check = this.#all.get(id)
    if (entry.skipped) check?.skipped.push(by)
    else if (check) check.second = { by, ...(label !== undefined && { label }) }
    this.#forgetShown(by)
  }

  /** A check that cannot be undone any more is not shown again. */
  #forgetShown(by: string): void {
    for (const [id, check] of this.#all)
      if (check.second?.by === by && !this.#labellers.remembers(by, id)) delete check.shown
  }

  /** Without its first answer there is nothing to check, and a corrected label is known to the one who corrected it. */
  follow(event: StreamEvent): void {
    if (!('id' in event)) return
    const isOver = event.type === 'corrected' && this.isWaiting(event.id)
    if (isOver || event.type === 'forgotten' || event.type === 'reopened') this.#drop(event.id)
  }

  #drop(id: string): void {
    if (this.isWaiting(id)) this.#queue.remove(id)
    this.#all.delete(id)
  }

  /** Puts a check into the queue for everybody who has not seen it, or takes it out. */
  #offer(id: string): void {
    const check = this.#all.get(id)
    if (!check) return
    this.#queue.remove(id)
    if (check.second) return
    this.#queue.add(id, check.t, 1)
    for (const by of [check.first.by, ...check.skipped]) this.#queue.voted(id, by)
  }

  save(): unknown {
    return [...this.#all]
  }

  /** Snapshots of older versions have no checks. */
  load(saved: unknown): void {
    for (const [id, check] of (saved ?? []) as [string, Check][]) {
      this.#all.set(id, check)
      this.#offer(id)
    }
  }
}
