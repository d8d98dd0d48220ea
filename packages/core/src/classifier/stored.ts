import { coreError } from '../errors.js'
import { RowTable, rowsIn } from '../rows/table.js'
import { bytesIn, type State } from '../state/state.js'
import type { Question } from './question.js'
import { isLabelStep, type TrainingStep } from './training-history.js'

/** Saves questions and steps: rows as arrays, everything else as JSON. */
export const storedQuestions = (questions: Iterable<Question>, steps: readonly TrainingStep[]): State => {
  const all = [...questions]
  const places = new Map(all.map((question, k) => [question, k]))
  const rows = new RowTable()
  for (const { row } of all) rows.push(row)
  const records = all.map(({ row: _, scores, opinion, ...question }) => ({
    ...question,
    scores: [...scores],
    ...(opinion && { opinion: [...opinion] }),
  }))
  const taught = steps.map((step) => {
    if (isLabelStep(step)) return { ...step, question: places.get(step.question) }
    if (step.kind !== 'guess') return step
    rows.push(step.row)
    return { ...step, row: rows.length - 1 }
  })
  return {
    questions: linesOf(records),
    lessons: linesOf(taught),
    ...rows.save(),
  }
}

/** Loads the questions and steps of a state. */
export const loadedQuestions = (
  state: State,
): { questions: readonly Question[]; steps: readonly TrainingStep[] } => {
  const rows = rowsIn(state)
  const records = objectsIn(bytesIn(state, 'questions')) as readonly (Omit<
    Question,
    'row' | 'scores' | 'opinion'
  > & {
    scores: number[]
    opinion?: number[]
  })[]
  if (rows.length < records.length)
    throw coreError('model/state', {
      reason: `there are rows of only ${rows.length} of ${records.length} questions`,
    })
  const questions = records.map(({ opinion, ...question }, k) => ({
    ...question,
    // Files of older versions have only the audit share, which was the same then.
    measure: question.measure ?? question.audit,
    random: question.random ?? question.coin < question.audit,
    scores: Float64Array.from(question.scores),
    ...(opinion && { opinion: Float64Array.from(opinion) }),
    row: rows[k],
  }))
  const taught = objectsIn(bytesIn(state, 'lessons')) as readonly (TrainingStep & {
    question: number
    row: number
  })[]
  const steps = taught.map((step) => {
    if (isLabelStep(step)) return { ...step, question: questions[step.question] }
    return step.kind === 'guess' ? { ...step, row: rows[step.row] } : step
  })
  return { questions, steps: steps as readonly TrainingStep[] }
}

/** Entries per JSON line, since one string for all of them could exceed the maximum string length. */
const A_LINE = 4096
const LINE_END = 10

/** JSON in lines, as bytes. */
export const linesOf = (all: readonly unknown[]): Uint8Array => {
  const lines: Uint8Array[] = []
  for (let k = 0; k < all.length; k += A_LINE)
    lines.push(new TextEncoder().encode(`${JSON.stringify(all.slice(k, k + A_LINE))}\n`))
  const bytes = new Uint8Array(lines.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const line of lines) {
    bytes.set(line, end)
    end += line.length
  }
  return bytes
}

export const objectsIn = (bytes: Uint8Array): unknown[] => {
  const all: unknown[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, start)
    const line = bytes.subarray(start, end < 0 ? bytes.length : end)
    for (const one of JSON.parse(new TextDecoder().decode(line))) all.push(one)
    start += line.length + 1
  }
  return all
}
