// Runs a classifier on a synthetic stream and draws what it does.
import { Classifier, exportLinear, importLinear, Random, sparseRow } from '@askance/core'

const ITEMS = 2000
const PER_FRAME = 20
const colours = { blue: '#2b6cb0', orange: '#c05621' }

const canvas = document.querySelector('canvas')
const context = canvas.getContext('2d')
const random = new Random(1, 'examples/browser')
const setup = { classes: ['blue', 'orange'], algorithm: 'D-AMD', seed: 2 }
const points = new Classifier({ ...setup, budget: { ratio: 0.1 } })

/** A point from −1 to 1 in both directions; a slanted line tells the colours apart, but not always. */
const nextPoint = () => {
  const [x, y] = [2 * random.uniform() - 1, 2 * random.uniform() - 1]
  return { x, y, truth: x + 0.5 * y + 0.2 + 0.15 * random.normal() > 0 ? 'orange' : 'blue' }
}

const across = (x) => (canvas.width * (x + 1)) / 2
const down = (y) => (canvas.height * (1 - y)) / 2

const draw = ({ x, y, truth }, asked) => {
  context.beginPath()
  context.arc(across(x), down(y), asked ? 6 : 2, 0, 7)
  context.strokeStyle = context.fillStyle = colours[truth]
  if (asked) context.stroke()
  else context.fill()
}

/** Where the score is 0, from the model as it would be exported. */
const drawLine = () => {
  const model = importLinear(exportLinear(points))
  const score = (x, y) => model.scores(sparseRow([1, 2], [x, y]))[0]
  const zero = (y) => -score(0, y) / (score(1, y) - score(0, y))
  context.beginPath()
  context.moveTo(across(zero(-1)), down(-1))
  context.lineTo(across(zero(1)), down(1))
  context.strokeStyle = '#222'
  context.stroke()
}

const frame = () => {
  for (let k = 0; k < PER_FRAME; k++) {
    const point = nextPoint()
    const { asked, id } = points.observe({ row: sparseRow([1, 2], [point.x, point.y]) })
    if (asked) points.answer(id, point.truth)
    draw(point, asked)
  }
  const { items, answers } = points.counts
  const { value, anyTime } = points.quality().all.accuracy
  const percent = (share) => `${(100 * share).toFixed(1)} %`
  document.querySelector('#counts').textContent = `${items} points, ${answers} questions.`
  const range = `${percent(anyTime.low)} to ${percent(anyTime.high)}`
  document.querySelector('#quality').textContent = `Right, estimated: ${percent(value ?? 0)} (${range}).`
  if (items < ITEMS) requestAnimationFrame(frame)
  else drawLine()
}
frame()
