/** One item, as the formulas of the estimates see it. */
export interface SlowItem {
  readonly predicted: number
  readonly truth: number
  readonly confidence: number
  readonly probability: number
  readonly answered: boolean
}

/** α and β of a measure for items predicted positive (1) and others (0), where β counts right predictions. */
type Coefficients = (r: number, predicted: number) => readonly [alpha: number, beta: number]

const slowMeasures: Readonly<
  Record<'accuracy' | 'precision' | 'recall' | 'f1' | 'specificity', Coefficients>
> = {
  accuracy: (r) => [-r, 1],
  precision: (r, predicted) => (predicted ? [-r, 1] : [0, 0]),
  recall: (r, predicted) => (predicted ? [0, 1 - r] : [-r, r]),
  f1: (r, predicted) => (predicted ? [-r, 2 - r] : [-r, r]),
  specificity: (r, predicted) => (predicted ? [-r, r] : [0, 1 - r]),
}

const EDGES = [0.5, 0.6, 0.7, 0.8, 0.88, 0.93, 0.96, 0.98, 0.99, 0.995, 0.999]
const binOf = (confidence: number): number => EDGES.filter((edge) => confidence >= edge).length
const cellOf = ({ predicted, confidence }: SlowItem): number => 100 * predicted + binOf(confidence)
const logit = (p: number): number => Math.log(p / (1 - p))
const expit = (x: number): number => 1 / (1 + Math.exp(-x))
const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0)

/** f of each item, by plain gradient ascent on the penalised likelihood. */
const recalibrated = (items: readonly SlowItem[]): ((item: SlowItem) => number) => {
  const cut = (c: number): number => Math.min(1 - 1e-4, Math.max(1e-4, c))
  const cells = new Map<number, SlowItem[]>()
  for (const item of items) cells.set(cellOf(item), [...(cells.get(cellOf(item)) ?? []), item])
  const z = (cell: number): number =>
    sum(cells.get(cell)!, (item) => logit(cut(item.confidence))) / cells.get(cell)!.length
  const answers = items.filter(({ answered }) => answered)
  const rows = [...cells.keys()].flatMap((cell) => {
    const own = answers.filter((item) => cellOf(item) === cell)
    const k = Math.sqrt(sum(own, ({ probability }) => 1 / probability) / own.length)
    return own.map(({ predicted, truth }) => ({
      g: predicted,
      z: z(cell),
      k,
      y: predicted === truth ? 1 : 0,
    }))
  })
  const kappa = sum(rows, ({ k }) => k) / sum(rows, ({ k }) => k * k)
  let [a0, a1, b] = [0, 0, 1]
  for (let step = 0; step < 40_000; step++) {
    const slope = [-a0, -a1, -(b - 1) / 0.25]
    for (const row of rows) {
      const g = kappa * row.k * (row.y - expit((row.g ? a1 : a0) + b * row.z))
      slope[row.g] += g
      slope[2] += g * row.z
    }
    if (Math.max(...slope.map(Math.abs)) < 1e-9) break
    a0 += 0.01 * slope[0]
    a1 += 0.01 * slope[1]
    b += 0.001 * slope[2]
  }
  return (item) => 0.01 + 0.98 * expit((item.predicted ? a1 : a0) + b * z(cellOf(item)))
}

/** The estimate and the interval for a fixed time at 95 %, item by item, for two classes; all questions are answered. */
export const slowEstimate = (
  items: readonly SlowItem[],
  name: keyof typeof slowMeasures,
): { readonly value: number; readonly low: number; readonly high: number } => {
  const measure = slowMeasures[name]
  const f = recalibrated(items)
  const fs = items.map(f)
  const isRight = ({ predicted, truth }: SlowItem): number => (predicted === truth ? 1 : 0)
  const weights = items.map(({ answered, probability }) => (answered ? 1 / probability : 0))
  const h = items.length / sum(weights, (w) => w)
  const total = (r: number): number =>
    sum(
      items.map((item, k) => {
        const [alpha, beta] = measure(r, item.predicted)
        return alpha + beta * fs[k] + h * weights[k] * beta * (isRight(item) - fs[k])
      }),
      (one) => one,
    )
  const value = -total(0) / (total(1) - total(0))
  const cellMean = new Map<number, number>()
  for (const cell of new Set(items.map(cellOf))) {
    const own = items.filter((item) => cellOf(item) === cell)
    cellMean.set(cell, sum(own, ({ probability }) => 1 / probability - 1) / own.length)
  }
  const most = Math.max(...cellMean.values())
  const where = items.map((item) => cellMean.get(cellOf(item))! / most)
  const n = sum(weights, (w) => w) ** 2 / sum(weights, (w) => w * w)
  const trust = n / (n + 25)
  const beyond = (r: number, z: number): number => {
    const coefficients = items.map(({ predicted }) => measure(r, predicted))
    const tilted = (kappa: number): number[] =>
      items.map((_, k) => expit(logit(fs[k]) + kappa * coefficients[k][1] * where[k]))
    let [low, high] = [-60, 60]
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2
      const own = tilted(middle)
      if (
        sum(
          coefficients.map(([alpha, beta], i) => alpha + beta * own[i]),
          (one) => one,
        ) < 0
      )
        low = middle
      else high = middle
    }
    const own = tilted((low + high) / 2)
    let [t, supposed, third] = [0, 0, 0]
    const heard = new Map<string, { w1: number; w2: number; b: number; f: number; y: number }>()
    items.forEach((item, k) => {
      const [, beta] = coefficients[k]
      const w = 1 / item.probability
      const spread = own[k] * (1 - own[k])
      t += h * weights[k] * beta * (isRight(item) - own[k])
      supposed += (w - 1) * beta ** 2 * spread
      third += (w - 1) * (w - 2) * beta ** 3 * spread * (1 - 2 * own[k])
      const key = `${cellOf(item)} ${isRight(item)}`
      const sums = heard.get(key) ?? { w1: 0, w2: 0, b: beta, f: own[k], y: isRight(item) }
      heard.set(key, { ...sums, w1: sums.w1 + weights[k], w2: sums.w2 + weights[k] ** 2 })
    })
    const observed = sum(
      [...heard.values()],
      ({ w1, w2, b, f: own, y }) => b * b * Math.max(0, h * h * w2 - h * w1) * (y - own) ** 2,
    )
    const variance = Math.max(supposed, (1 - trust) * supposed + trust * observed)
    const skew = Math.max(-2, Math.min(2, third / variance ** 1.5))
    return t - Math.sqrt(variance) * (z + ((z * z - 1) / 6) * skew)
  }
  const end = (to: number, z: number): number => {
    let [inside, outside] = [value, to]
    const holds = (r: number): boolean => (z > 0 ? beyond(r, z) <= 0 : beyond(r, z) >= 0)
    if (holds(to)) return to
    for (let k = 0; k < 20; k++) {
      const middle = (inside + outside) / 2
      if (holds(middle)) inside = middle
      else outside = middle
    }
    return inside
  }
  const z = 1.959963984540054
  return { value, low: end(0, z), high: end(1, -z) }
}
