import { mean } from '../../statistics/index.js'
import type { Point } from '../claims/evidence.js'
import { type Check, judged } from '../claims/index.js'
import { powerOf } from '../estimation.js'

const epsilonOf = ({ parameters }: Point): number => Number(parameters?.epsilon)

/** In every run the error is below ε, and on average below half of it. */
export const errorsAreSmall: Check = ({ points }) =>
  judged(
    points.map((point) => {
      const { error = [] } = point.values
      const [most, epsilon] = [Math.max(...error), epsilonOf(point)]
      return {
        agrees: most < epsilon && mean(error) < epsilon / 2,
        text: `ε = ${epsilon}: largest ${most.toFixed(3)}, mean ${mean(error).toFixed(3)}`,
      }
    }),
    'largest error below ε in every run, and its mean below ε/2',
  )

/** The exponent of a power law in ε, fitted to the means. */
const exponentOf = (points: readonly Point[], name: string): number =>
  powerOf(points.map((point) => ({ x: epsilonOf(point), y: mean(point.values[name] ?? []) })))

const NEAR = 0.3

const exponentCheck =
  (name: string, wanted: number): Check =>
  ({ points }) => {
    const test = `exponent of the fitted power law within ${wanted} ± ${NEAR}`.replaceAll('-', '−')
    if (points.length < 2) return judged([], test)
    const exponent = exponentOf(points, name)
    const numbers = `${name} ∝ ε^${exponent.toFixed(2)}`.replace('-', '−')
    return { verdict: Math.abs(exponent - wanted) <= NEAR ? 'holds' : 'fails', numbers, test }
  }

export const questionsFallAsSquare: Check = exponentCheck('questions', -2)
export const errorIsFlat: Check = exponentCheck('error', 0)
