type Fetch = typeof fetch

/** Codes of requests that were not begun, because a stream moves to another node or a node is stopped. */
const NOT_BEGUN = new Set(['stream/unowned', 'service/stopping'])
/** The code of a request that may have been executed. */
const IN_DOUBT = 'node/lost'
/** Methods whose requests can be repeated. */
const REPEATABLE = new Set(['GET', 'HEAD', 'PUT', 'DELETE'])

const problemOf = async (
  response: Response,
): Promise<{ readonly code?: unknown; readonly accepted?: unknown } | undefined> =>
  response
    .clone()
    .json()
    .catch(() => undefined)

const isRepeatable = (request: Request): boolean =>
  REPEATABLE.has(request.method) || request.headers.has('idempotency-key')

const isTemporary = async (request: Request, response: Response): Promise<boolean> => {
  if (response.status !== 503 && response.status !== 502) return false
  const { code, accepted } = (await problemOf(response)) ?? {}
  // Of a body of many lines, the first may have been stored before the stream moved.
  if (Number(accepted) > 0) return false
  return NOT_BEGUN.has(String(code)) || (code === IN_DOUBT && isRepeatable(request))
}

/** The milliseconds that a response asks to wait. */
const delayOf = (response: Response): number =>
  1000 * Math.max(0, Number(response.headers.get('retry-after')) || 1)

/** Resolves early if the request is aborted; the next attempt rejects then. */
const pause = (milliseconds: number, { signal }: Request): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * A `fetch` that repeats a request while its stream moves to another node, for at most so many milliseconds. A request that may have
 * been executed is repeated only if that does nothing twice.
 */
export const retrying =
  (send: Fetch, patience: number): Fetch =>
  async (input, init) => {
    const request = new Request(input, init)
    const end = performance.now() + patience
    for (;;) {
      const response = await send(request.clone())
      if (!(await isTemporary(request, response))) return response
      const delay = delayOf(response)
      if (request.signal.aborted || performance.now() + delay > end) return response
      await pause(delay, request)
    }
  }
