import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** Everything the page needs is served from here. */
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

/** The page at `/docs`, where the interface can be browsed and tried. */
export const serveDocs = async (app: FastifyInstance, document: object): Promise<void> => {
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: policy,
    logo: { type: 'image/svg+xml', content: Buffer.from(logo), href: '/docs', target: '_self' },
    uiConfig: { validatorUrl: null, deepLinking: true, docExpansion: 'none' },
  })
}
