import type { Row } from '@askance/core'
import { count, createRounds } from '@askance/core/internals'
import { unitCircleStream, unitCircleTarget } from '@askance/data'
import type { Figure, Point as Place } from '../report/figure.js'
import type { Section } from '../report/report.js'
import { mean, meanInterval } from '../statistics/index.js'
import type { Point } from './claims/evidence.js'
import type { EstimationStudy } from './reproduction.js'

/** The result of one run at one ε. */
interface Outcome {
  /** The largest |Δ̂ − Δ| over the rounds without a question, which the theorem covers. */
  readonly error: number
  readonly asked: number
}

/** Runs Parametric BBQ on the unit circle with a known target and measures the error of the margin where it does not ask. */
const estimate = ({ rows, delta }: EstimationStudy, epsilon: number, seed: number): Outcome => {
  const dimension = 2
  const target = unitCircleTarget(dimension, seed)
  const stream = unitCircleStream({ rows, dimension, seed })
  const asker = createRounds({ algorithm: 'ParametricBBQ', classes: 2, parameters: { epsilon, delta }, seed })
  let error = 0
  while (stream.next()) {
    const { asked, margin } = asker.observe(stream.row)
    if (asked) asker.learn(stream.label)
    else error = Math.max(error, Math.abs(margin - dot(target.value, stream.row)))
  }
  return { error, asked: asker.tally.asked }
}

const dot = (target: Float64Array, { index, value, start, end }: Row): number => {
  let sum = 0
  for (let k = start; k < end; k++) sum += target[index[k]! - 1]! * value[k]!
  return sum
}

/** The largest error and the number of questions of every run, for each ε. */
export const estimationPoints = (study: EstimationStudy): readonly Point[] =>
  study.epsilons.map((epsilon) => {
    const outcomes = Array.from({ length: study.runs }, (_, k) => estimate(study, epsilon, study.seed + k))
    return {
      set: 'unit-circle',
      algorithm: 'ParametricBBQ',
      parameters: { epsilon },
      values: { error: outcomes.map(({ error }) => error), questions: outcomes.map(({ asked }) => asked) },
    }
  })

/** The experiment on synthetic data of Cesa-Bianchi, Gentile & Orabona (2009). */
export const estimationSections = (study: EstimationStudy, all: readonly Point[]): readonly Section[] => {
  const epsilonOf = ({ parameters }: Point): number => Number(parameters?.epsilon)
  const line = (name: string) =>
    all.map((point) => {
      const values = point.values[name] ?? []
      return { x: epsilonOf(point), y: mean(values), ...meanInterval(values) }
    })
  const errors = line('error')
  const questions = line('questions')
  const worst = all.map(({ values }) => Math.max(...(values.error ?? [])))
  const below = all.filter((point, k) => worst[k]! <= epsilonOf(point)).length
  return [
    {
      title: 'Error and questions against ε',
      paragraphs: [
        `The largest error stays below ε in ${below} of ${all.length} settings, in all ${study.runs} runs.`,
        `Questions fall as ε to the power ${powerOf(questions).toFixed(2)}; theory says −2 times a logarithm.`,
      ],
      tables: [
        {
          id: 'estimation',
          title: `Parametric BBQ, ${count(study.rows)} points on the unit circle, δ = ${study.delta}`,
          columns: [
            { title: 'ε', align: 'right' },
            { title: 'largest error, mean', align: 'right' },
            { title: 'in the worst run', align: 'right' },
            { title: 'questions, mean', align: 'right' },
            { title: 'questions · ε²', align: 'right' },
          ],
          rows: all.map((point, k) => [
            { text: epsilonOf(point).toFixed(2), value: epsilonOf(point) },
            numeric(errors[k]!.y, 3),
            numeric(worst[k]!, 3),
            numeric(questions[k]!.y, 1),
            numeric(questions[k]!.y * epsilonOf(point) ** 2, 2),
          ]),
          notes: ['The error is measured over the rounds without a question, which the theorem covers.'],
        },
      ],
      figures: [errorFigure(study, errors), questionFigure(study, questions)],
    },
  ]
}

const numeric = (value: number, digits: number) => ({ text: value.toFixed(digits), value })

/**
 * The exponent of a power law, by least squares on the log scales.
 *
 * @example
 * powerOf([{ x: 1, y: 5 }, { x: 2, y: 20 }, { x: 4, y: 80 }]) // => 2.0
 */
export const powerOf = (points: readonly Pick<Place, 'x' | 'y'>[]): number => {
  const xs = points.map(({ x }) => Math.log(x))
  const ys = points.map(({ y }) => Math.log(y))
  const [x0, y0] = [mean(xs), mean(ys)]
  const products = xs.reduce((sum, x, k) => sum + (x - x0) * (ys[k]! - y0), 0)
  return products / xs.reduce((sum, x) => sum + (x - x0) ** 2, 0)
}

const axis = (label: string, scale: 'linear' | 'log' = 'linear') =>
  ({ label, scale, unit: 'number' }) as const

const errorFigure = ({ runs }: EstimationStudy, points: readonly Place[]): Figure => ({
  kind: 'lines',
  id: 'estimation-error',
  title: 'Largest error of the margin against ε',
  caption: `Mean over ${runs} runs with 95 % confidence bands; the straight line is the bound of the theorem.`,
  x: axis('ε'),
  y: axis('largest |Δ̂ − Δ| without a question'),
  series: [
    { name: 'Parametric BBQ', role: 'compared', points },
    { name: 'bound ε', role: 'random', points: points.map(({ x }) => ({ x, y: x })) },
  ],
})

const questionFigure = ({ runs }: EstimationStudy, points: readonly Place[]): Figure => {
  const level = points[0]!.y * points[0]!.x ** 2
  return {
    kind: 'lines',
    id: 'estimation-questions',
    title: 'Questions against ε',
    caption: `Mean over ${runs} runs with 95 % confidence bands, on log scales; the dashed line falls as ε⁻².`,
    x: axis('ε', 'log'),
    y: axis('questions', 'log'),
    series: [
      { name: 'Parametric BBQ', role: 'compared', points },
      { name: 'ε⁻²', role: 'random', points: points.map(({ x }) => ({ x, y: level / x ** 2 })) },
    ],
  }
}
