import { VERSION } from '@askance/core'
import { type Tracer, trace } from '@opentelemetry/api'
import { serverError } from '../errors.js'

interface Tracing {
  readonly tracer: Tracer
  /** Sends what has not been sent. */
  close(): Promise<void>
}

/** Without an endpoint: the tracer of a provider that was registered when the process began, if any; otherwise one that does nothing. */
const registered = (): Tracing => ({
  tracer: trace.getTracer('askance', VERSION),
  close: () => Promise.resolve(),
})

/** Creates the tracer. With an endpoint, spans are sent there in batches by OTLP over HTTP; the packages for it are loaded only then. */
export const startTracing = async (endpoint: string): Promise<Tracing> => {
  if (endpoint === '') return registered()
  const { TracerProvider, BatchSpanProcessor, OTLPTraceExporter } = await loaded()
  const provider = new TracerProvider({
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: endpoint }) })],
  })
  return { tracer: provider.getTracer('askance', VERSION), close: () => provider.shutdown() }
}

const loaded = async () => {
  try {
    const [sdk, exporter] = await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ])
    return { ...sdk, ...exporter }
  } catch (error) {
    throw serverError('tracing/packages', { reason: error instanceof Error ? error.message : String(error) })
  }
}
