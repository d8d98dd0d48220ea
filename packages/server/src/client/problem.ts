import type { components } from './api.generated.js'

/** What the service says when something is wrong, as RFC 9457 has it. */
export type Problem = components['schemas']['Problem']

/** A problem as an error. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  readonly status: number
  readonly code: string

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
    this.status = problem.status
    this.code = problem.code
  }
}

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value

/** The problem in an answer. One that is none of ours, of a proxy for example, is told by its status. */
export const problemFrom = (value: unknown, response: Response): Problem =>
  isProblem(value)
    ? value
    : {
        type: 'about:blank',
        title: response.statusText || 'Error',
        status: response.status,
        detail: `the service answered ${response.status}`,
        instance: response.headers.get('x-request-id') ?? '',
        code: 'service/fault',
      }
