import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'

/** The content security policy of the docs page. */
const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="40"><text x="0" y="28" font-family="sans-serif" font-size="26" font-weight="bold" fill="white">Askance</text></svg>`

/** Headers that belong to a connection, not to a response. */
const connectionHeaders = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding'])

/** The API browser as an application of its own; it never listens. */
const createDocs = async (document: object): Promise<FastifyInstance> => {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const docs = fastify()
  await docs.register(swagger, { mode: 'static', specification: { document: document as never } })
  await docs.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: policy,
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/docs', target: '_self' },
    uiConfig: { validatorUrl: null, deepLinking: true, docExpansion: 'none' },
  })
  return docs
}

/**
 * Serves the API browser at `/docs`. Its libraries are a third of what the service loads and most services never show it, so it
 * is created by the first request.
 */
export const serveDocs = (app: FastifyInstance, document: () => object): void => {
  let docs: Promise<FastifyInstance> | undefined
  const handler = async ({ method, url, headers }: FastifyRequest, reply: FastifyReply) => {
    // Paths with dots would be shortened on their way to the inner application.
    if (new URL(url, 'http://localhost').pathname !== url.split('?')[0]) return reply.callNotFound()
    docs ??= createDocs(document())
    const response = await (await docs).inject({ method: method as 'GET' | 'HEAD', url, headers })
    if (response.statusCode === 404) return reply.callNotFound()
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined && !connectionHeaders.has(name)) reply.header(name, value)
    return reply.code(response.statusCode).send(response.rawPayload)
  }
  for (const url of ['/docs', '/docs/*']) app.route({ method: ['GET', 'HEAD'], url, handler })
  app.addHook('onClose', async () => {
    await (await docs)?.close()
  })
}
