import { Row } from '../rows/row.js'
import { RowTable } from '../rows/table.js'
import { bytesIn, floatsIn, integersIn, type State } from '../state/state.js'
import type { Lesson } from './lessons.js'
import type { Question } from './question.js'

/** Questions and lessons as a state: what has a name as JSON, rows as arrays. */
export const storedQuestions = (questions: Iterable<Question>, lessons: readonly Lesson[]): State => {
  const all = [...questions]
  const places = new Map(all.map((question, k) => [question, k]))
  const rows = new RowTable()
  for (const { row } of all) rows.push(row)
  const told = all.map(({ row: _, scores, opinion, ...question }) => ({
    ...question,
    scores: [...scores],
    ...(opinion && { opinion: [...opinion] }),
  }))
  const taught = lessons.map((lesson) =>
    lesson.kind === 'drift' ? lesson : { ...lesson, question: places.get(lesson.question) },
  )
  return {
    questions: new TextEncoder().encode(JSON.stringify(told)),
    lessons: new TextEncoder().encode(JSON.stringify(taught)),
    starts: rows.starts.slice(0, rows.length + 1),
    index: rows.index.slice(0, rows.entries),
    value: rows.value.slice(0, rows.entries),
  }
}

/** The questions and lessons of a state. */
export const loadedQuestions = (
  state: State,
): { questions: readonly Question[]; lessons: readonly Lesson[] } => {
  const starts = integersIn(state, 'starts')
  const index = integersIn(state, 'index')
  const value = floatsIn(state, 'value')
  const parsed = (name: string): unknown => JSON.parse(new TextDecoder().decode(bytesIn(state, name)))
  const told = parsed('questions') as readonly (Omit<Question, 'row' | 'scores' | 'opinion'> & {
    scores: number[]
    opinion?: number[]
  })[]
  const questions = told.map(({ opinion, ...question }, k) => ({
    ...question,
    scores: Float64Array.from(question.scores),
    ...(opinion && { opinion: Float64Array.from(opinion) }),
    row: new Row(index.slice(starts[k], starts[k + 1]), value.slice(starts[k], starts[k + 1])),
  }))
  const taught = parsed('lessons') as readonly (Lesson & { question: number })[]
  const lessons = taught.map((lesson) =>
    lesson.kind === 'drift' ? lesson : { ...lesson, question: questions[lesson.question] },
  )
  return { questions, lessons: lessons as readonly Lesson[] }
}
