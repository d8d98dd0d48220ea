// A batch support vector machine, for comparison: the dual of the hinge loss, one class against the rest, by coordinate descent
// (C.-J. Hsieh, K.-W. Chang, C.-J. Lin, S. S. Keerthi & S. Sundararajan: A dual coordinate descent method for large-scale linear SVM.
// ICML 2008, 408–415), over a matrix of kernel values. A constant added to the kernel is the intercept.
import { Metrics } from '@askance/core'
import { permutation } from '@askance/core/internals'

const INTERCEPT = 1
const EPOCHS = 40
const TOLERANCE = 1e-3
const FOLDS = 3
/** At most so many rows choose the parameters. */
const CHOOSING = 600
const COSTS = [0.1, 1, 10, 100]
/** Widths of the Gaussian kernel, in units of the inverse of the mean squared distance. */
const GAMMAS = [0.25, 1, 4, 16]

/** Scalar products of rows with a row that was spread out. */
class Spread {
  #dense = new Float64Array(0)

  products(rows, row, out) {
    const largest = row.end > row.start ? row.index[row.end - 1] : 0
    if (largest >= this.#dense.length) this.#dense = new Float64Array(2 * largest + 2)
    const dense = this.#dense
    for (let k = row.start; k < row.end; k++) dense[row.index[k]] = row.value[k]
    rows.forEach(({ index, value, start, end }, j) => {
      let sum = 0
      for (let k = start; k < end && index[k] < dense.length; k++) sum += value[k] * dense[index[k]]
      out[j] = sum
    })
    for (let k = row.start; k < row.end; k++) dense[row.index[k]] = 0
    return out
  }
}

const normSq = ({ value, start, end }) => {
  let sum = 0
  for (let k = start; k < end; k++) sum += value[k] * value[k]
  return sum
}

/** Turns scalar products with rows of the given squared lengths into kernel values, in place. */
const kernels = {
  linear: () => (products) => products.map((product) => product + INTERCEPT),
  rbf: (gamma) => (products, own, others) =>
    products.map((product, j) => Math.exp(-gamma * Math.max(0, own + others[j] - 2 * product)) + INTERCEPT),
}

/** The multipliers of one class against the rest, signs included. */
const solved = (matrix, places, signs, cost) => {
  const n = places.length
  const alpha = new Float64Array(n)
  const scores = new Float64Array(n)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    let largest = 0
    for (const i of permutation(n, epoch)) {
      const own = matrix[places[i]]
      const gradient = signs[i] * scores[i] - 1
      const wanted = Math.min(cost, Math.max(0, alpha[i] - gradient / own[places[i]]))
      const step = wanted - alpha[i]
      if (step === 0) continue
      largest = Math.max(largest, Math.abs(step) * Math.sqrt(own[places[i]]))
      alpha[i] = wanted
      for (let j = 0; j < n; j++) scores[j] += step * signs[i] * own[places[j]]
    }
    if (largest < TOLERANCE) break
  }
  return alpha.map((value, i) => value * signs[i])
}

/** One vector of multipliers for each class, or for the last of two. */
const fitted = (matrix, places, labels, classes, cost) => {
  const targets = classes === 2 ? [1] : Array.from({ length: classes }, (_, c) => c)
  return targets.map((target) =>
    solved(
      matrix,
      places,
      Int8Array.from(places, (k) => (labels[k] === target ? 1 : -1)),
      cost,
    ),
  )
}

const predictedBy = (multipliers, places, values) => {
  let best = 0
  let bestScore = Number.NEGATIVE_INFINITY
  for (let c = 0; c < multipliers.length; c++) {
    let score = 0
    for (let i = 0; i < places.length; i++) score += multipliers[c][i] * values[places[i]]
    if (multipliers.length === 1) return score > 0 ? 1 : 0
    if (score > bestScore) [best, bestScore] = [c, score]
  }
  return best
}

const matrixOf = (products, norms, kernel) => products.map((own, i) => kernel(own, norms[i], norms))

/** The score of a kernel and a cost, by cross-validation over the first labelled rows. */
const validated = (matrix, labels, classes, cost, measure) => {
  const n = Math.min(CHOOSING, matrix.length)
  const metrics = new Metrics(classes, classes - 1)
  for (let fold = 0; fold < FOLDS; fold++) {
    const places = Array.from({ length: n }, (_, k) => k).filter((k) => k % FOLDS !== fold)
    const multipliers = fitted(matrix, places, labels, classes, cost)
    for (let k = fold; k < n; k += FOLDS)
      metrics.add(predictedBy(multipliers, places, matrix[k]), labels[k], false, false)
  }
  return metrics.values()[measure] || 0
}

/**
 * Predicts a stream whose first `count` rows are labelled: each row with the machine that was fitted last, at numbers of labels that grow
 * by √2. Cost and width are chosen once, by cross-validation over the labelled rows, as nobody could in the beginning.
 */
export const playedSvm = ({ rows, labels, order, classes }, count, kind, measure) => {
  const labelled = Array.from(order.subarray(0, count), (i) => rows.row(i))
  const own = Int32Array.from(order.subarray(0, count), (i) => labels[i])
  const norms = Float64Array.from(labelled, normSq)
  const spread = new Spread()
  const products = labelled.map((row) => spread.products(labelled, row, new Float64Array(count)))
  const meanDistance = 2 * (norms.reduce((sum, one) => sum + one, 0) / count - meanOf(products))
  const candidates = (kind === 'linear' ? [0] : GAMMAS).map((gamma) =>
    kernels[kind](gamma / (meanDistance || 1)),
  )
  let best = { score: -1 }
  for (const kernel of candidates) {
    const matrix = matrixOf(products, norms, kernel)
    for (const cost of COSTS) {
      const score = validated(matrix, own, classes, cost, measure)
      if (score > best.score) best = { score, kernel, cost, matrix }
    }
  }
  const predicted = new Int32Array(order.length)
  const values = new Float64Array(count)
  let places = []
  let multipliers = []
  let next = 10
  order.forEach((i, t) => {
    if (t <= count && (t === next || t === count)) {
      places = Array.from({ length: t }, (_, k) => k)
      multipliers = fitted(best.matrix, places, own, classes, best.cost)
      next = Math.ceil(next * Math.SQRT2)
    }
    if (places.length === 0) return
    const row = rows.row(i)
    predicted[t] = predictedBy(
      multipliers,
      places,
      best.kernel(spread.products(labelled, row, values), normSq(row), norms),
    )
  })
  return { predicted }
}

const meanOf = (products) => {
  let sum = 0
  for (const own of products) for (const one of own) sum += one
  return sum / products.length ** 2
}
