import type { DriftAlarm } from '../drift/alarm.js'
import { MarginWatch } from '../drift/margin-watch.js'
import { coreError } from '../errors.js'
import { isSelfTuning, type StreamStatistics } from '../parts.js'
import { type Coins, SeededCoins } from '../rounds/coins.js'
import { partsOf } from '../rounds/create.js'
import { Deciding } from '../rounds/deciding.js'
import { Rounds } from '../rounds/rounds.js'
import { RowBlocks } from '../rows/blocks.js'
import { RowPreparer } from '../rows/prepare.js'
import type { Row } from '../rows/row.js'
import { type State, stateIn } from '../state/state.js'
import { askedQuestion, taughtExample } from './asked.js'
import { type ClassifierEvent, isPoolEvent, type LoggedRow, type Taught } from './events.js'
import type { Input } from './input.js'
import { Learned } from './learned.js'
import { learnerCreator } from './learner-creator.js'
import { type ClassifierConfig, learnerOptionsOf, positiveIn } from './options.js'
import { QualityTracker } from './quality-tracker.js'
import { isRefunded, isTaught, type Question } from './question.js'
import { Questions } from './questions.js'
import { decidedIn, keptRow, observationOf, rowOf } from './record.js'
import { loadedQuestions, storedQuestions } from './stored.js'
import { TrainingHistory, type TrainingStep } from './training-history.js'
import type { Counts } from './when.js'

const MANY_SNAPSHOTS = 16
/** Snapshots of a learner that stores rows are larger, so fewer are kept. */
const FEW_SNAPSHOTS = 4

/** The state of a classifier: a fold over events. It decides nothing. */
export class Fold<Item> {
  readonly input: Input<Item>
  readonly rounds: Rounds
  readonly questions = new Questions()
  readonly training: TrainingHistory
  readonly classes: string[]
  readonly #positive: number
  /** Statistics of unlabelled rows, for a self-tuning learner. */
  readonly statistics: StreamStatistics | undefined
  readonly quality: QualityTracker
  /** Copies of the rows of questions, examples and guesses. */
  protected readonly kept = new RowBlocks()
  /** Watches the margins for drift, unless the learner detects drift itself. */
  readonly #margins: MarginWatch | undefined
  /** The alarm raised by the margin of the last item, if any. */
  alarm: DriftAlarm | undefined

  constructor(config: ClassifierConfig, input: Input<Item>, coins: Coins = new SeededCoins(config.seed)) {
    const { protocol, budget, measure, preparation } = config
    const { algorithm, parameters, newLearner } = partsOf(learnerOptionsOf(config))
    const isLive = protocol === 'live'
    const first = newLearner()
    this.input = input
    this.classes = [...config.classes]
    this.#positive = positiveIn(config)
    this.quality = new QualityTracker(this.classes.length, this.#positive, config.window, config.costs)
    this.statistics = isSelfTuning(first) ? first.statistics : undefined
    // A self-tuning learner also changes the scale of its margins.
    this.#margins = config.drift && !this.statistics ? new MarginWatch() : undefined
    const deciding = new Deciding({
      rule: algorithm.rule,
      parameters,
      coins,
      ...((protocol !== 'paper' || algorithm.paced) && { budget }),
      measure,
      ...(this.statistics && { classes: config.classes.length }),
      skipsEmpty: isLive,
    })
    const create = learnerCreator(config, this.classes, this.statistics)
    const newLearned = (): Learned => new Learned(create, config.shadow)
    this.rounds = new Rounds(new RowPreparer(preparation, isSelfTuning(first)), deciding, newLearned())
    this.training = new TrainingHistory(
      () => {
        const learned = newLearned()
        this.rounds.setKnowledge(learned)
        return learned
      },
      this.statistics ? FEW_SNAPSHOTS : MANY_SNAPSHOTS,
    )
  }

  get learned(): Learned {
    return this.rounds.knowledge as Learned
  }

  get deciding(): Deciding {
    return this.rounds.deciding
  }

  get preparer(): RowPreparer {
    return this.rounds.preparer
  }

  get counts(): Counts {
    const { deciding, questions, learned } = this
    return {
      items: deciding.items,
      open: questions.open.length,
      spent: deciding.spent,
      answers: learned.tally.asked,
      taught: learned.taught,
    }
  }

  /** Whether labels of at least two classes were learned. What was learned without records counts as several. */
  get isReady(): boolean {
    const { training, learned } = this
    return training.hasTwoClasses || (training.isSettled && learned.tally.updates > 0)
  }

  /** With two classes: the probability of the positive class from which it is predicted. */
  get threshold(): number | undefined {
    const second = this.classes.length === 2 ? this.learned.threshold : undefined
    return second === undefined || this.#positive === 1 ? second : 1 - second
  }

  /** The row of an item that is only predicted, not learned. */
  look(item: Item): Row {
    return this.preparer.prepare(this.input.row(item, false), false)
  }

  /** Updates the stream statistics with a row before it is read. */
  observeRow(row: Row): void {
    if (!this.statistics) return
    this.statistics.observe(row)
    this.learned.advance(this.statistics.rows)
  }

  /** The same for an item of the stream, whose place in it counts. */
  observeItem(row: Row): void {
    this.observeRow(row)
    if (this.deciding.awaitsOrder && this.statistics?.findsOrder(row)) this.deciding.foundOrder()
  }

  /** Applies a new event. `row` is the prepared row of its item, if the event does not have it. */
  take(event: ClassifierEvent, row?: Row): void {
    const { deciding, questions } = this
    switch (event.type) {
      case 'observed':
        deciding.apply(decidedIn(event))
        this.alarm = this.#margins?.add(Math.abs(event.margin))
        this.statistics?.recordPrediction(this.classes.indexOf(event.predicted), event.confidence)
        this.quality.observe(observationOf(event, this.classes))
        if (event.asked)
          questions.add(askedQuestion(event, keptRow(this.kept, event.trace, row), this.classes))
        else if (event.trace.random && (row || event.trace.row))
          this.#guess(keptRow(this.kept, event.trace, row), event.predicted)
        break
      case 'taught':
        this.#learn(this.#exampleOf(event, keptRow(this.kept, event, row)), event.label)
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
        this.quality.reviewed(questions.get(event.id), event.probability)
        questions.get(event.id).probability = event.probability
        break
      case 'drifted':
        if (event.since > 0) this.add({ kind: 'drift', since: event.since })
        deciding.changed(this.statistics !== undefined)
        this.quality.drifted()
        break
      case 'rebudgeted':
        deciding.rebudget(event.budget)
        break
      default:
        if (isPoolEvent(event)) throw coreError('event/pool', { type: event.type })
        if (event.type !== 'unsure') deciding.refund()
        if (event.probability !== undefined) this.quality.reviewed(questions.get(event.id), event.probability)
        questions.close(questions.get(event.id), event.type)
    }
  }

  /**
   * Applies an event from a log, including the changes made while deciding. `item` is given if the log has the item instead of
   * what was made from it.
   */
  replay(event: ClassifierEvent, item?: Item): void {
    if (event.type === 'observed') this.deciding.coins.toss()
    const logged = event.type === 'taught' ? event : event.type === 'observed' ? event.trace : undefined
    const row = logged && this.replayedRow(logged, item)
    if (row && event.type === 'taught') this.observeRow(row)
    else if (row) this.observeItem(row)
    this.take(event, row)
  }

  /** The prepared row of a logged item: as recorded, or made from the item again. Valid until the next call. */
  protected replayedRow(
    { input, lengths, row }: Partial<LoggedRow>,
    item: Item | undefined,
  ): Row | undefined {
    const made = item === undefined ? undefined : this.input.row(item, true)
    if (!made && input !== undefined) this.input.relearn?.(input)
    if (lengths) this.preparer.lengths = lengths
    return made ? this.preparer.prepare(made, false) : row && rowOf(row)
  }

  #exampleOf(event: Taught, row: Row): Question {
    const example = taughtExample(event, row, this.deciding.items, this.learned.tally.asked)
    this.questions.add(example)
    return example
  }

  #learn(question: Question, label: string): void {
    if (isRefunded(question)) this.deciding.spend()
    this.questions.close(question, 'answered')
    const kind = isTaught(question) ? 'taught' : 'answer'
    const [at, items] = [this.now, this.deciding.items]
    this.add({ kind, at, ...(at !== items && { items }), question, label: this.#classOf(label) })
  }

  /** An erased item has no row, and the shadow model does not learn it. */
  #guess(row: Row, predicted: string): void {
    this.add({ kind: 'guess', at: this.now, row, label: this.classes.indexOf(predicted) })
  }

  #reopen(question: Question): void {
    if (question.state === 'answered') this.#change(question, undefined)
    if (isRefunded(question)) this.deciding.spend()
    this.questions.reopen(question)
  }

  /** Changes or removes an answer, as if it had been so from the start. */
  #change(question: Question, label: number | undefined): void {
    this.training.change(question, label)
    this.learned.advance(this.now)
    this.changed()
  }

  /** Called after a label was changed or removed. */
  protected changed(): void {
    this.quality.rebuild(this.training.all)
  }

  protected get now(): number {
    return this.statistics?.rows ?? this.deciding.items
  }

  protected add(step: TrainingStep): void {
    this.training.add(step)
    this.quality.learn(step)
  }

  /** The class index of a label. A new label adds a class; if necessary, all answers are learned again. */
  #classOf(label: string): number {
    const known = this.classes.indexOf(label)
    if (known >= 0) return known
    this.classes.push(label)
    this.#margins?.restart()
    this.quality.addClass()
    if (!this.statistics) this.training.restart()
    return this.classes.length - 1
  }

  save(): State {
    return {
      input: this.input.save(),
      preparer: this.preparer.save(),
      ...(this.statistics && { ground: this.statistics.save() }),
      deciding: this.deciding.save(),
      learned: this.training.save(),
      ...(this.#margins && { margins: this.#margins.save() }),
      reckoning: this.quality.save(),
      questions: storedQuestions(this.questions, this.training.all),
    }
  }

  /** `classes` are all classes seen. Models of 0.1 have no records; those parts keep their initial state. */
  load(state: State, classes: readonly string[]): void {
    for (const label of classes.slice(this.classes.length)) {
      this.classes.push(label)
      this.quality.addClass()
    }
    if ('input' in state) this.input.load(stateIn(state, 'input'))
    this.preparer.load(stateIn(state, 'preparer'))
    this.statistics?.load(stateIn(state, 'ground'))
    this.deciding.load(stateIn(state, 'deciding'))
    if ('reckoning' in state) this.quality.load(stateIn(state, 'reckoning'), this.deciding.items)
    if ('margins' in state) this.#margins?.load(stateIn(state, 'margins'))
    const { questions, steps } = 'questions' in state ? loadedQuestions(stateIn(state, 'questions')) : NONE
    for (const question of questions) this.questions.add(question)
    this.training.load(stateIn(state, 'learned'), steps)
  }
}

const NONE = { questions: [], steps: [] }
