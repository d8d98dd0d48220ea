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

  /** Does some work in a span of its own. */
  async within<Value>(name: string, attributes: Attributes, work: () => Promise<Value>): Promise<Value> {
    const span = this.#tracer.startSpan(name, { attributes }, this.#context)
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  end(status: number): void {
    this.#span.setAttribute('http.response.status_code', status)
    if (status >= 500) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }
}
