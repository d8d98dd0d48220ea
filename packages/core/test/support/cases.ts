import {
  type Algorithm,
  catalogue,
  findAlgorithm,
  type Kernel,
  type Parameter,
  type Parameters,
  parametersOf,
  type Random,
} from '../../src/internals.js'

/** One way to run a named algorithm. */
export interface Case {
  readonly title: string
  readonly algorithm: Algorithm
  readonly classes: number
  readonly kernel?: Kernel
  /** A small bound on the stored rows, instead of the usual one. */
  readonly capacity?: number
}

const kernels: readonly Kernel[] = [
  { type: 'linear' },
  { type: 'gaussian', sigma2: 2 },
  { type: 'polynomial', degree: 2, offset: 1 },
]

/** Every name of the catalogue as it usually runs. */
export const plainCases: readonly Case[] = catalogue.flatMap((algorithm) => {
  const { name: title, task } = algorithm
  if (task === 'any')
    return [2, 3].map((classes) => ({ title: `${title} on ${classes} classes`, algorithm, classes }))
  return [{ title, algorithm, classes: task === 'binary' ? 2 : 3 }]
})

/** Everything that can run with a kernel, with each kernel, without and with a small capacity. */
export const kernelCases: readonly Case[] = catalogue
  .filter(
    ({ learner, task, form, sameAs }) =>
      task === 'binary' && learner.forms.includes('kernel') && form !== 'diagonal' && !sameAs,
  )
  .flatMap((algorithm) =>
    kernels.flatMap((kernel) => {
      const title = `${algorithm.name} with a ${kernel.type} kernel`
      const free = { title, algorithm, classes: 2, kernel }
      return [free, { ...free, title: `${title} and few stored rows`, capacity: 4 }]
    }),
  )

const oneVsAll = [
  'D-AMD',
  'SOAL',
  'PAA-II',
  'BBQ',
  'LASEC-SS-diag',
  'PEA',
  'SEL-ada',
  'RandomizedBudgetPerceptron',
]

/** Binary algorithms on three classes. */
export const oneVsAllCases: readonly Case[] = [
  ...oneVsAll.map((name) => ({ title: `${name} one-vs-all`, algorithm: findAlgorithm(name), classes: 3 })),
  {
    title: 'SOP-SS one-vs-all with a gaussian kernel',
    algorithm: findAlgorithm('SOP-SS'),
    classes: 3,
    kernel: { type: 'gaussian', sigma2: 2 },
  },
]

export const allCases: readonly Case[] = [...plainCases, ...kernelCases, ...oneVsAllCases]

export const declaredParameters = ({ algorithm, kernel }: Case): readonly Parameter[] =>
  parametersOf(algorithm.name, kernel)

/** A random admissible value: even over a bounded range, else within so many decades of the default. */
const randomValue = (parameter: Parameter, random: Random, decades: number): number => {
  const { type, above, min, below, max, default: usual } = parameter
  const lower = above ?? min
  const upper = below ?? max
  const u = random.uniform()
  if (type === 'whole') return 1 + Math.floor(8 * u)
  if (lower === undefined || upper === undefined) return (usual || 1) * 10 ** (decades * (2 * u - 1))
  // 1 − u is never 0: an open lower end is not met, and an open upper end is kept away from.
  const share = below === undefined ? 1 - u : 1 - 0.999 * u - 0.0005
  return lower + (upper - lower) * share
}

/** Random admissible parameters that go together. */
export const randomParameters = (given: Case, random: Random, decades: number): Parameters => {
  const drawn: Record<string, number> = {}
  for (const parameter of declaredParameters(given))
    drawn[parameter.name] = randomValue(parameter, random, decades)
  if (drawn.driftPenalty !== undefined)
    drawn.driftPenalty = drawn.ridge * (1.001 + 10 ** (4 * random.uniform() - 1))
  if (given.kernel) drawn.capacity = given.capacity ?? 8192
  return drawn
}
