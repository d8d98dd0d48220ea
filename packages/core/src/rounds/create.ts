import type { BudgetSpec } from '../budget/budget.js'
import { type Algorithm, findAlgorithm, takesKernel } from '../catalogue/index.js'
import { coreError } from '../errors.js'
import { checkedKernel, type Kernel } from '../kernels.js'
import { capacity } from '../learners/parameters.js'
import type { Objective } from '../objective.js'
import { type GivenParameters, type Parameter, type Parameters, resolveParameters } from '../parameters.js'
import { isSelfTuning, type Learner, type StreamStatistics, Tally } from '../parts.js'
import { type Preparation, RowPreparer } from '../rows/prepare.js'
import { type Coins, SeededCoins } from './coins.js'
import { Deciding } from './deciding.js'
import { OneVsAll } from './one-vs-all.js'
import { Rounds } from './rounds.js'

/** The most classes a stream may have: what is counted for every pair of them must fit into memory. */
export const MAX_CLASSES = 4096

/** What learners are made of: plain data. */
export interface LearnerOptions {
  /** A name from the catalogue. */
  readonly algorithm: string
  /** How many classes the stream has. */
  readonly classes: number
  readonly parameters?: GivenParameters
  readonly kernel?: Kernel
  /** What an algorithm that tunes itself optimises. Default: F1 of the second class. */
  readonly objective?: Objective
  /** Other constants for `auto` in place of its own (`DESIGN`), for experiments that switch a part off. */
  readonly design?: Parameters
  readonly seed?: number
}

export interface RoundsOptions extends LearnerOptions {
  /** Default: none. Rows are learned as they are. */
  readonly preparation?: Preparation
  readonly coins?: Coins
}

/** The parameters an algorithm takes: with a kernel, also how many rows it may store. */
export const parametersOf = (algorithm: string, kernel?: Kernel): readonly Parameter[] => {
  const { parameters } = findAlgorithm(algorithm)
  const bounded = kernel === undefined || parameters.some(({ name }) => name === capacity.name)
  return bounded ? parameters : [...parameters, capacity]
}

/** The budget that the parameters of a paced algorithm say. */
export const budgetIn = ({ ratio, horizon = 0 }: Parameters): BudgetSpec => ({
  ratio,
  ...(horizon > 0 && { horizon }),
})

/**
 * The published rounds of an algorithm by its name. A binary algorithm on more than two classes runs one-vs-all; one that is
 * paced keeps to the budget that its parameters say.
 *
 * @example
 * const rounds = createRounds({ algorithm: 'PAA-I', classes: 2, parameters: { smoothing: 0.5 }, seed: 1 })
 * const row = sparseRow([3, 17], [1, 0.5])
 * const { asked, probability } = rounds.observe(row)
 * probability // => 1
 * asked && rounds.learn(0) // => true
 * rounds.read(row).predicted // => 0
 */
export const createRounds = (options: RoundsOptions): Rounds => {
  const { seed = 0, coins = new SeededCoins(seed), preparation = AS_THEY_ARE } = options
  const { algorithm, parameters, newLearner } = partsOf(options)
  const { rule, paced } = algorithm
  const learner = newLearner()
  const budget = paced ? budgetIn(parameters) : undefined
  const deciding = new Deciding({
    rule,
    parameters,
    coins,
    ...(budget && { budget, classes: options.classes }),
  })
  return new Rounds(new RowPreparer(preparation, isSelfTuning(learner)), deciding, {
    learner,
    tally: new Tally(),
  })
}

const AS_THEY_ARE: Preparation = { normalize: 'none', intercept: 'none' }

/** The parts of an algorithm for a number of classes, validated. */
export interface Parts {
  readonly algorithm: Algorithm
  /** All of them, checked, and those of the rule. */
  readonly parameters: Parameters
  /** Creates an untrained learner for all classes. */
  newLearner(statistics?: StreamStatistics): Learner
}

export const partsOf = ({ algorithm: name, classes, ...options }: LearnerOptions): Parts => {
  const { kernel, parameters: given, objective, design, seed = 0 } = options
  const algorithm = findAlgorithm(name)
  const { learner, task } = algorithm
  if (!Number.isInteger(classes) || classes < 2 || classes > MAX_CLASSES)
    throw coreError('algorithm/classes', { name: algorithm.name, expected: `2 to ${MAX_CLASSES}`, classes })
  if (kernel && !takesKernel(algorithm)) {
    const able = 'Perceptron, PA, SOP, RLS, BBQ, SOLE and LASEC can'
    throw coreError('algorithm/kernel', { name: algorithm.name, hint: able })
  }
  const parameters = resolveParameters(algorithm.name, parametersOf(name, kernel), given)
  learner.check?.(parameters)
  const own = algorithm.paced ? resolveParameters(algorithm.name, algorithm.rule.parameters) : {}
  const setting = {
    form: kernel ? ('kernel' as const) : algorithm.form,
    seed,
    ...(objective && { objective }),
    ...(design && { design }),
    ...(kernel && { kernel: checkedKernel(kernel) }),
    ...(parameters.capacity !== undefined && { capacity: parameters.capacity }),
    ...(task !== 'binary' && { classes }),
  }
  const build = (statistics?: StreamStatistics): Learner =>
    learner.build(parameters, statistics ? { ...setting, statistics } : setting)
  const isOneVsAll = task === 'binary' && classes > 2
  return {
    algorithm,
    parameters: { ...own, ...parameters },
    newLearner: isOneVsAll ? () => new OneVsAll(classes, () => build()) : build,
  }
}
