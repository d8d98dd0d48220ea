import { floatsIn, integersIn, type State, stateIn } from '../state/state.js'
import type { CrossFitInput } from './cross-fit.js'
import type { Design } from './design.js'
import { stepsFor } from './dual-steps.js'
import { INPUT_OF_VIEW, inputsOf, KERNEL, TOPICS, YOUNG_VIEWS } from './featurizer.js'
import type { KernelMember } from './kernel/member.js'
import type { View } from './linear/dual-svm.js'
import { type LinearMember, type Member, SeenRows } from './member.js'
import { linearMembersOf, membersOf, rebuild, scoreInto, vectorMember } from './members.js'
import { loadedViews, type StoredRow, storedViews } from './memory.js'
import { softmax } from './softmax.js'
import { withMember } from './stack/growth.js'
import { Stack } from './stack/stack.js'

/** The stack is fitted in pieces of about this many scores, and so many rows are visited at once. */
const SCORES_AT_ONCE = 4000
const VISITS_AT_ONCE = 16

/**
 * One support vector machine per view, all over the same rows, and a stack that combines their scores. A younger ensemble uses
 * presence and the vector only.
 */
export class Ensemble {
  readonly #design: Design
  readonly isWhole: boolean
  hasVector = false
  members: readonly Member[]
  stack: Stack
  #classes: number
  rows: StoredRow[] = []
  #seen = new SeenRows()
  /** During a renewal: how many rows use the new scales, and how many have been visited since. */
  renewed = 0
  visited = 0
  /** Pending visits to its rows, in order. */
  due = 0
  /** The number of answers when it started. */
  startedAt = 0
  /** Its weight in the prediction, and its lead over the primary: the log of a bet that it is better. */
  weight = 1
  lead = 0
  /** A frozen ensemble no longer learns, but may be used again. */
  isFrozen = false
  /** The results for the row that was scored last. */
  scores: Float64Array
  sums: Float64Array
  probabilities: Float64Array
  predicted = 0

  constructor(design: Design, classes: number, isWhole: boolean, hasVector: boolean) {
    this.#design = design
    this.#classes = classes
    this.isWhole = isWhole
    const members = membersOf(design, classes, this.#seen)
    this.members = isWhole ? members : members.slice(0, 1)
    this.stack = new Stack(design, this.#inputs, classes)
    this.scores = new Float64Array((this.#inputs + 1) * classes)
    this.sums = new Float64Array(classes)
    this.probabilities = new Float64Array(classes)
    if (hasVector) this.addVector()
  }

  /** Adds the member of the vector; rows so far have none. */
  addVector(): void {
    const member = vectorMember(this.#design, this.#classes, this.#seen)
    member.take(new Float64Array(this.length * stepsFor(this.#classes)))
    this.members = [...this.members, member]
    this.stack = withMember(this.stack, this.#design, this.#inputs, this.#classes)
    this.hasVector = true
    this.scores = new Float64Array((this.#inputs + 1) * this.#classes)
  }

  get #kernel(): KernelMember | undefined {
    return this.isWhole ? (this.members[KERNEL] as KernelMember) : undefined
  }

  get #inputs(): number {
    return inputsOf(this.hasVector, this.isWhole)
  }

  get length(): number {
    return this.rows.length
  }

  /** Whether topics are used yet. */
  get usesTopics(): boolean {
    return this.stack.hasSeen(this.#design.topicsFrom)
  }

  /** Scores a row. */
  score(views: readonly View[]): void {
    for (let m = 0; m < this.members.length; m++) {
      const view = this.isWhole ? m : YOUNG_VIEWS[m]
      const input = this.isWhole ? INPUT_OF_VIEW[m] : m
      if (view !== TOPICS || (views[TOPICS].length > 0 && this.usesTopics))
        scoreInto(this.members[m], view, views, this.scores, 0, this.#classes, input)
    }
    this.combine()
  }

  /** Combines the scores of the members. */
  combine(): void {
    this.stack.complete(this.scores)
    this.stack.combine(this.scores, this.sums)
    this.predicted = softmax(this.sums, this.probabilities)
  }

  /** Learns a row: visits it, then random stored rows, then it again. */
  learn(row: StoredRow, scores: Float64Array, draw: () => number, replays: number): void {
    this.stack.add(scores, row.label)
    this.#fit()
    const last = this.length
    this.rows.push(row)
    this.#seen.rows.push(row)
    this.#seen.views.push(row.views)
    for (const member of this.members) member.add()
    this.visit(last)
    for (let r = 0; r < replays; r++) this.visit(last - Math.floor(draw() * this.length))
    this.#kernel?.replay(draw)
    this.visit(last)
    this.#look(row.answer + 1)
  }

  /** Lets the kernel fall asleep if the stack hardly uses it. */
  #look(answers: number): void {
    const { sleepFrom, sleepStep } = this.#design
    if (this.#kernel?.isAsleep === false && answers >= sleepFrom && answers % sleepStep === 0)
      this.#kernel.look(this.stack.influences()[KERNEL])
  }

  /** Each member takes its step on a row. */
  visit(i: number): void {
    for (const member of this.members) member.visit(i)
  }

  /** Visits every row once, in random order. */
  sweep(draw: () => number): void {
    const order = Int32Array.from(this.rows, (_, i) => i)
    for (let left = order.length; left > 0; left--) {
      const drawn = Math.floor(draw() * left)
      this.visit(order[drawn])
      order[drawn] = order[left - 1]
    }
  }

  /** What a cross-fit starts from. */
  copyForFit(): Pick<CrossFitInput, 'steps' | 'classes' | 'hasVector'> & { rows: readonly StoredRow[] } {
    const steps = this.members.map((member) => member.steps())
    return { rows: [...this.rows], steps, classes: this.#classes, hasVector: this.hasVector }
  }

  /** Does some of the pending work of earlier rounds. */
  catchUp(): void {
    this.stack.fit(1)
    const most = this.#design.spread === 0 ? Number.POSITIVE_INFINITY : VISITS_AT_ONCE
    for (let k = 0; k < most && this.due > 0 && this.length > 0; k++, this.due--)
      this.visit(this.due % this.length)
  }

  /** Replaces a row's old views by its current ones. */
  renew(i: number): void {
    const before = this.#seen.views[i]
    if (before === this.rows[i].views) return
    this.#seen.views[i] = this.rows[i].views
    for (const member of this.members) member.renew(i, before)
  }

  /** The index of the first row that was learned after this number of answers. */
  placeAfter(answers: number): number {
    const place = this.rows.findIndex(({ answer }) => answer >= answers)
    return place < 0 ? this.length : place
  }

  /** Moves the rows from an index on, with their steps, to a new ensemble. */
  split(from: number): Ensemble {
    const successor = new Ensemble(this.#design, this.#classes, this.isWhole, this.hasVector)
    successor.#hold(this.rows.slice(from), this.#seen.views.slice(from))
    this.members.forEach((member, m) => {
      const steps = member.steps()
      successor.members[m].take(steps.slice((from * steps.length) / this.length))
    })
    if (this.#kernel?.isAsleep) successor.#kernel?.sleep()
    this.forget(from, this.length)
    return successor
  }

  #hold(rows: StoredRow[], views: (readonly View[])[]): void {
    this.rows = rows
    this.#seen.rows = [...rows]
    this.#seen.views = views
  }

  /** Removes rows; a renewal in progress goes on with the row that would have been next. */
  forget(from: number, to: number): void {
    const after = (place: number): number => place - Math.max(0, Math.min(place, to) - from)
    this.renewed = after(this.renewed)
    this.visited = after(this.visited)
    for (const member of this.members) member.remove(from, to)
    for (const list of [this.rows, this.#seen.rows, this.#seen.views]) list.splice(from, to - from)
  }

  /** The importance of a row: the sum of its steps. */
  stake(i: number): number {
    return this.members.reduce((sum, member) => sum + member.stake(i), 0)
  }

  #fit(): void {
    const { spread, newtonSteps } = this.#design
    const most = Math.max(1, Math.floor(SCORES_AT_ONCE / (this.stack.held * this.#classes)))
    this.stack.fit(spread === 0 ? newtonSteps : most)
  }

  /** The contribution of a slot with this value to the score of a class, through linear member m. */
  part(m: number, slot: number, value: number, label: number): number {
    return this.stack.slopes[m] * (this.members[m] as LinearMember).weight(slot, label) * value
  }

  addClass(): void {
    this.#classes++
    for (const member of this.members) member.addClass()
    this.stack.addClass()
    this.scores = new Float64Array((this.#inputs + 1) * this.#classes)
    this.sums = new Float64Array(this.#classes)
    this.probabilities = new Float64Array(this.#classes)
  }

  /** A copy; `copyOf` returns the copies of rows, which other ensembles may share. */
  copy(copyOf: (row: StoredRow) => StoredRow): Ensemble {
    const copy = new Ensemble(this.#design, this.#classes, this.isWhole, this.hasVector)
    copy.#load(this.#saved())
    const rows = this.rows.map(copyOf)
    copy.#hold(
      rows,
      this.#seen.views.map((own, i) => (own === this.rows[i].views ? rows[i].views : own)),
    )
    copy.members = this.members.map((member) => member.copy(copy.#seen))
    return copy
  }

  /** `placeOf` returns the index at which a row is stored. */
  save(placeOf: (row: StoredRow) => number): State {
    const { views } = this.#seen
    const stale = views.flatMap((own, i) => (own === this.rows[i].views ? [] : [i]))
    return {
      ...this.#saved(),
      members: Object.fromEntries(this.members.map((member, m) => [String(m), member.save()])),
      rows: Int32Array.from(this.rows, placeOf),
      stale: Int32Array.from(stale),
      seen: storedViews(stale.map((i) => views[i])),
    }
  }

  load(state: State, stored: readonly StoredRow[]): void {
    this.#load(state)
    const rows = Array.from(integersIn(state, 'rows'), (place) => stored[place])
    const views = rows.map((row) => row.views)
    const seen = loadedViews(stateIn(state, 'seen'))
    integersIn(state, 'stale').forEach((i, place) => {
      views[i] = seen[place]
    })
    this.#hold(rows, views)
    const saved = 'members' in state ? stateIn(state, 'members') : linearMembersOf(state)
    this.members.forEach((member, m) => {
      if (String(m) in saved) member.load(stateIn(saved, String(m)))
      else rebuild(member, rows.length, this.#classes, this.#design.alarmVisits)
    })
  }

  #saved(): State {
    return {
      stack: this.stack.save(),
      numbers: Float64Array.of(
        this.renewed,
        this.visited,
        this.startedAt,
        this.weight,
        this.lead,
        this.isFrozen ? 1 : 0,
        this.due,
      ),
    }
  }

  #load(state: State): void {
    this.stack.load(stateIn(state, 'stack'))
    const [renewed, visited, born, weight, lead, frozen, due] = floatsIn(state, 'numbers')
    this.renewed = renewed
    this.visited = visited
    this.startedAt = born
    this.weight = weight
    this.lead = lead
    this.isFrozen = frozen === 1
    this.due = due
  }
}
