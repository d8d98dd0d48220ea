import { type Algorithm, findAlgorithm, takesKernel } from '../catalogue/index.js'
import { coreError } from '../errors.js'
import { checkedKernel, type Kernel } from '../kernels.js'
import { capacity } from '../learners/parameters.js'
import type { Objective } from '../objective.js'
import { type Parameter, type Parameters, resolveParameters } from '../parameters.js'
import type { Ground, Learner } from '../parts.js'
import { type Asker, SingleAsker } from './asker.js'
import { newBody } from './body.js'
import { type Coins, SeededCoins } from './coins.js'
import { OneVsAll } from './one-vs-all.js'
import { PacedAsker } from './paced.js'

/** The most classes a stream may have: what is counted for every pair of them must fit into memory. */
export const MAX_CLASSES = 4096

/** What an asker is made of. All of it is plain data, except coins from elsewhere. */
export interface AskerOptions {
  /** A name from the catalogue. */
  readonly algorithm: string
  /** How many classes the stream has. */
  readonly classes: number
  readonly parameters?: Parameters
  readonly kernel?: Kernel
  /** What an algorithm that tunes itself is to be good at; F1 of the second class if not said. */
  readonly objective?: Objective
  /** Other constants for `auto` in place of its own (`DESIGN`), for experiments that switch a part off. */
  readonly design?: Parameters
  readonly seed?: number
  readonly coins?: Coins
}

/** The parameters an algorithm takes: with a kernel, also how many rows it may store. */
export const parametersOf = (algorithm: string, kernel?: Kernel): readonly Parameter[] => {
  const { parameters } = findAlgorithm(algorithm)
  const bounded = kernel === undefined || parameters.some(({ name }) => name === capacity.name)
  return bounded ? parameters : [...parameters, capacity]
}

/**
 * An asker by the name of its algorithm. A binary algorithm on more than two classes runs one-vs-all; one that is paced keeps
 * to the budget that its parameters say.
 *
 * @example
 * const asker = createAsker({ algorithm: 'PAA-I', classes: 2, parameters: { smoothing: 0.5 }, seed: 1 })
 * const row = sparseRow([3, 17], [1, 0.5])
 * const { asked, probability } = asker.observe(row)
 * probability // => 1
 * asked && asker.learn(row, 0) // => true
 * asker.read(row).predicted // => 0
 */
export const createAsker = (options: AskerOptions): Asker => {
  const { classes, seed = 0, coins = new SeededCoins(seed) } = options
  const { algorithm, parameters, newLearner } = partsOf(options)
  if (algorithm.paced) {
    const { ratio, horizon } = parameters
    const budget = { ratio, ...(horizon > 0 && { horizon }) }
    return new PacedAsker(newBody(options), algorithm.rule, parameters, budget, coins)
  }
  const single = (source: Coins) => new SingleAsker(newLearner(), algorithm.rule.build(parameters), source)
  return algorithm.task === 'binary' && classes > 2 ? new OneVsAll(classes, single, coins) : single(coins)
}

/** What an algorithm is made of on a stream of so many classes, checked. */
export interface Parts {
  readonly algorithm: Algorithm
  /** All of them, checked, and those of the rule. */
  readonly parameters: Parameters
  /** A learner that knows nothing yet: of all classes, or of one against the rest where the algorithm is binary. */
  newLearner(ground?: Ground): Learner
}

export const partsOf = ({ algorithm: name, classes, ...options }: Omit<AskerOptions, 'coins'>): Parts => {
  const { kernel, parameters: given, objective, design, seed = 0 } = options
  const algorithm = findAlgorithm(name)
  const { learner, task } = algorithm
  if (!Number.isInteger(classes) || classes < 2 || classes > MAX_CLASSES)
    throw coreError('algorithm/classes', { name: algorithm.name, expected: `2 to ${MAX_CLASSES}`, classes })
  if (kernel && !takesKernel(algorithm)) {
    const able = 'Perceptron, PA, SOP, RLS, BBQ, SOLE and LASEC can'
    throw coreError('algorithm/kernel', { name: algorithm.name, hint: able })
  }
  const form = kernel ? 'kernel' : algorithm.form
  const parameters = resolveParameters(algorithm.name, parametersOf(name, kernel), given)
  learner.check?.(parameters)
  const own = algorithm.paced ? resolveParameters(algorithm.name, algorithm.rule.parameters) : {}
  const setting = {
    form,
    seed,
    ...(objective && { objective }),
    ...(design && { design }),
    ...(kernel && { kernel: checkedKernel(kernel) }),
    ...(parameters.capacity !== undefined && { capacity: parameters.capacity }),
    ...(task !== 'binary' && { classes }),
  }
  return {
    algorithm,
    parameters: { ...own, ...parameters },
    newLearner: (ground) => learner.build(parameters, ground ? { ...setting, ground } : setting),
  }
}
