import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'

/** W3C Trace Context (Recommendation, 2021), section 3.2: version 00. */
const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The context of a request from its `traceparent` header; the root without a valid one. */
export const parentContext = (header: unknown): Context => {
  const [, traceId, spanId, flags] = (typeof header === 'string' && TRACE_PARENT.exec(header)) || []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}

/** The span of a request, and those of the work within it. */
export class RequestSpan {
  readonly #tracer: Tracer
  readonly #context: Context
  readonly #span: Span

  constructor(tracer: Tracer, name: string, attributes: Attributes, parent: Context) {
    this.#tracer = tracer
    this.#span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent)
    this.#context = trace.setSpan(parent, this.#span)
  }

  /**
   * Makes a span of work on a stream that has just begun. The promise is not wrapped: one more turn of the microtask queue would let
   * the page of a later reply overtake that of a traced one.
   */
  follow(name: string, stream: string, work: Promise<unknown>): void {
    const span = this.#tracer.startSpan(name, { attributes: { 'askance.stream': stream } }, this.#context)
    const end = (): void => span.end()
    work.then(end, end)
  }

  end(status: number): void {
    this.#span.setAttribute('http.response.status_code', status)
    if (status >= 500) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }
}
