import { evenlyAfter } from '../budget/budget.js'
import type { DriftAlarm } from '../drift/alarm.js'
import { MarginWatch } from '../drift/margin-watch.js'
import { type Ground, isSelfTuning } from '../parts.js'
import { type Body, newBody } from '../rounds/body.js'
import { type AskerOptions, partsOf } from '../rounds/create.js'
import { RowPreparer } from '../rows/prepare.js'
import { Row } from '../rows/row.js'
import { numberIn, type State, stateIn } from '../state/state.js'
import { Deciding } from './deciding.js'
import type { LiveEvent, Observed, PlainRow, Taught } from './events.js'
import { ForgettingBody } from './forgetting.js'
import type { Input } from './input.js'
import { Learned } from './learned.js'
import { type Lesson, Lessons } from './lessons.js'
import { type LiveConfig, positiveIn } from './options.js'
import { isGivenBack, isTaught, type Question } from './question.js'
import { Questions } from './questions.js'
import { Reckoning, type Seen } from './reckoning.js'
import { loadedQuestions, storedQuestions } from './stored.js'
import type { Counts } from './when.js'

const MANY_SNAPSHOTS = 16
/** One that remembers rows is larger. */
const FEW_SNAPSHOTS = 4

/** The state of a live classifier: a fold over events. It decides nothing. */
export class Fold<Item> {
  readonly input: Input<Item>
  readonly preparer: RowPreparer
  readonly deciding: Deciding
  readonly questions = new Questions()
  readonly lessons: Lessons
  readonly classes: string[]
  /** What rows tell without labels, to a learner that listens. */
  readonly ground: Ground | undefined
  learned: Learned
  readonly reckoning: Reckoning
  readonly #margins = new MarginWatch()
  /** How often the stream was found to have changed. */
  #changes = 0
  /** What the margin of the last item set off. */
  alarm: DriftAlarm | undefined

  constructor(config: LiveConfig, input: Input<Item>) {
    const { algorithm, parameters } = partsOf(beginning(config))
    this.input = input
    this.classes = [...config.classes]
    this.preparer = new RowPreparer(config.preparation)
    this.deciding = new Deciding(algorithm.rule, parameters, config.budget, config.audit, config.seed)
    this.reckoning = new Reckoning(this.classes.length, positiveIn(config), config.window, config.costs)
    const first = newBody(beginning(config))
    this.ground = isSelfTuning(first) ? first.ground : undefined
    const newLearned = (): Learned => new Learned(this.#maker(config), config.shadow)
    this.learned = newLearned()
    this.lessons = new Lessons(
      () => {
        this.learned = newLearned()
        return this.learned
      },
      this.ground ? FEW_SNAPSHOTS : MANY_SNAPSHOTS,
    )
  }

  /** Makes learners. One that tunes itself begins with the classes of the beginning, takes more, and forgets by itself. */
  #maker(config: LiveConfig): () => Body {
    const { ground } = this
    if (ground) return () => newBody(beginning(config), ground)
    const newLearner = (): Body => newBody({ ...beginning(config), classes: this.classes.length })
    return config.drift ? () => new ForgettingBody(newLearner) : newLearner
  }

  get counts(): Counts {
    const { deciding, questions, learned } = this
    return {
      items: deciding.items,
      open: questions.open.length,
      spent: deciding.spent,
      answers: learned.asked,
      taught: learned.taught,
    }
  }

  /** The row of an item that is only looked at. */
  look(item: Item): Row {
    return this.preparer.prepare(this.input.row(item, false), false)
  }

  /** Another row of the stream, before it is read. */
  meet(row: Row): void {
    if (!this.ground) return
    this.ground.meet(row)
    this.learned.advance(this.ground.rows)
  }

  /** An event that happened just now. */
  take(event: LiveEvent): void {
    const { deciding, questions } = this
    switch (event.type) {
      case 'observed':
        deciding.apply(event)
        // One that tunes itself changes the scale of its margins too.
        this.alarm = this.ground ? undefined : this.#margins.add(Math.abs(event.margin))
        this.ground?.stand(this.classes.indexOf(event.predicted), event.confidence)
        this.reckoning.observe(this.#seen(event))
        if (event.asked) questions.add(this.#questionOf(event))
        break
      case 'taught':
        this.#learn(this.#questionless(event), event.label)
        break
      case 'answered':
        this.#learn(questions.get(event.id), event.label)
        break
      case 'corrected':
        this.#change(questions.get(event.id), this.#classOf(event.label))
        break
      case 'forgotten':
        this.#change(questions.get(event.id), undefined)
        questions.close(questions.get(event.id), 'forgotten')
        break
      case 'reopened':
        this.#reopen(questions.get(event.id))
        break
      case 'reviewed':
        questions.get(event.id).probability = event.probability
        break
      case 'drifted':
        if (event.since > 0) this.#add({ kind: 'drift', since: event.since })
        deciding.restart(this.ground ? evenlyAfter(++this.#changes) : 1)
        break
      case 'rebudgeted':
        deciding.rebudget(event.budget)
        break
      default:
        if (event.type !== 'unsure') deciding.refund()
        questions.close(questions.get(event.id), event.type)
    }
  }

  /** An event from a log: what the decision itself changed is changed again. */
  replay(event: LiveEvent): void {
    if (event.type === 'observed') this.deciding.skipCoin()
    if (event.type === 'observed' || event.type === 'taught') {
      const { input, lengths, row } = event.type === 'taught' ? event : event.trace
      if (input !== undefined) this.input.relearn?.(input)
      this.preparer.lengths = lengths
      if (this.ground && row) this.meet(rowOf(row))
    }
    this.take(event)
  }

  #questionOf({ id, t, time, trace, coin, predicted, shadow, scores, ...event }: Observed): Question {
    return {
      id,
      t,
      time,
      row: rowOf(trace.row ?? NO_ROW),
      coin,
      reason: event.reason ?? 'audit',
      audit: trace.audit,
      predicted: this.classes.indexOf(predicted),
      shadow: shadow === undefined ? -1 : this.classes.indexOf(shadow),
      scores: Float64Array.from(scores),
      ...(trace.opinion && { opinion: Float64Array.from(trace.opinion) }),
      labels: event.modelVersion,
      confidence: event.confidence,
      probability: event.probability,
      state: 'open',
    }
  }

  /** An item that was taught, kept among the questions so that it can be corrected and forgotten by its id. */
  #questionless({ id, time, row }: Taught): Question {
    const question: Question = {
      id,
      t: this.deciding.items,
      time,
      row: rowOf(row),
      coin: 1,
      reason: 'taught',
      audit: 0,
      predicted: -1,
      shadow: -1,
      scores: new Float64Array(0),
      labels: this.learned.asked,
      confidence: 0,
      probability: 0,
      state: 'answered',
    }
    this.questions.add(question)
    return question
  }

  #learn(question: Question, label: string): void {
    if (isGivenBack(question)) this.deciding.spend()
    this.questions.close(question, 'answered')
    const kind = isTaught(question) ? 'taught' : 'answer'
    this.#add({ kind, at: this.#now, question, label: this.#classOf(label) })
  }

  #reopen(question: Question): void {
    if (question.state === 'answered') this.#change(question, undefined)
    if (isGivenBack(question)) this.deciding.spend()
    this.questions.reopen(question)
  }

  /** All is as if the answer had been another from the start, or none. */
  #change(question: Question, label: number | undefined): void {
    this.lessons.change(question, label)
    this.learned.advance(this.#now)
    this.reckoning.again(this.lessons.all)
  }

  get #now(): number {
    return this.ground?.rows ?? this.deciding.items
  }

  #add(lesson: Lesson): void {
    this.lessons.add(lesson)
    this.reckoning.learn(lesson)
  }

  #seen({ predicted, shadow, probability, modelVersion }: Observed): Seen {
    return {
      predicted: this.classes.indexOf(predicted),
      shadow: shadow === undefined ? -1 : this.classes.indexOf(shadow),
      probability,
      labels: modelVersion,
    }
  }

  /** The class of a label; where it is new, all answers are learned again with one class more, if need be. */
  #classOf(label: string): number {
    const known = this.classes.indexOf(label)
    if (known >= 0) return known
    this.classes.push(label)
    this.#margins.restart()
    this.reckoning.addClass()
    if (!this.ground) this.lessons.restart()
    return this.classes.length - 1
  }

  save(): State {
    return {
      input: this.input.save(),
      preparer: this.preparer.save(),
      ...(this.ground && { ground: this.ground.save() }),
      deciding: this.deciding.save(),
      learned: this.lessons.save(),
      margins: this.#margins.save(),
      changes: this.#changes,
      reckoning: this.reckoning.save(),
      questions: storedQuestions(this.questions, this.lessons.all),
    }
  }

  /** `classes` are those that had been met. */
  load(state: State, classes: readonly string[]): void {
    for (const label of classes.slice(this.classes.length)) {
      this.classes.push(label)
      this.reckoning.addClass()
    }
    this.reckoning.load(stateIn(state, 'reckoning'))
    this.input.load(stateIn(state, 'input'))
    this.preparer.load(stateIn(state, 'preparer'))
    this.ground?.load(stateIn(state, 'ground'))
    this.deciding.load(stateIn(state, 'deciding'))
    this.#margins.load(stateIn(state, 'margins'))
    this.#changes = numberIn(state, 'changes')
    const { questions, lessons } = loadedQuestions(stateIn(state, 'questions'))
    for (const question of questions) this.questions.add(question)
    this.lessons.load(stateIn(state, 'learned'), lessons)
  }
}

const NO_ROW: PlainRow = { index: [], value: [] }

const rowOf = ({ index, value }: PlainRow): Row => new Row(new Int32Array(index), new Float64Array(value))

/** What a learner is made of when only the classes of the beginning are known. */
const beginning = ({ objective: measure, costs, ...config }: LiveConfig): Omit<AskerOptions, 'coins'> => ({
  ...config,
  classes: config.classes.length,
  objective: { measure, costs, positive: config.classes.indexOf(config.positive) },
  // What watches the stream in a learner that tunes itself are its younger minds.
  ...(!config.drift && { design: { historyFrom: Number.POSITIVE_INFINITY } }),
})
