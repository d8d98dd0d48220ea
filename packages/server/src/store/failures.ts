/** The message of an error in one line. */
export const errorText = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const inner = error instanceof AggregateError ? (error.errors[0] as unknown) : undefined
  if (inner) return errorText(inner)
  return error.message || ((error as { code?: string }).code ?? error.name)
}

/**
 * Why a store cannot be opened. Threads use this class, so that they need not load the error tables and with them all
 * algorithms.
 */
export class OpeningFailure extends Error {
  readonly code: 'store/backup' | 'store/broken' | 'store/newer' | 'store/used' | 'store/elsewhere'
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: OpeningFailure['code'], details: Readonly<Record<string, unknown>>) {
    super(String(details.reason ?? code))
    this.code = code
    this.details = details
  }
}

export const brokenStore = (reason: string): OpeningFailure => new OpeningFailure('store/broken', { reason })
