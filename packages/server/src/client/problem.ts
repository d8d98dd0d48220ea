import type { components } from './api.generated.js'

/** An error response of the service (RFC 9457). */
export type Problem = components['schemas']['Problem']

/** A problem as an exception. */
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

/** The problem of a response. A response of another server, such as a proxy, is described by its status. */
export const problemFrom = (value: unknown, response: Response): Problem =>
  isProblem(value)
    ? value
    : {
        type: 'about:blank',
        title: response.statusText || 'Error',
        status: response.status,
        detail: `the service returned status ${response.status}`,
        instance: response.headers.get('x-request-id') ?? '',
        code: 'service/fault',
      }
