import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { type Asset, sendAsset, tagOf } from './assets.js'

/** The content security policy of the docs page: Swagger UI sets styles of elements. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';')

const page = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Askance API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/swagger-initializer.js"></script>
</body>
</html>
`

const initializer = `SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  validatorUrl: null,
})
`

const text = (path: string, type: string, content: string): (() => Asset) => {
  const asset = { path, type: `${type}; charset=utf-8`, body: Buffer.from(content), lasting: false }
  return () => asset
}

/** A file of Swagger UI, which the build copies next to the code. */
const file = (name: string, type: string): (() => Asset) => {
  let asset: Asset | undefined
  return () => {
    if (asset) return asset
    const packed = readFileSync(new URL(`../swagger-ui/${name}.gz`, import.meta.url))
    asset = {
      path: `/docs/${name}`,
      type: `${type}; charset=utf-8`,
      body: gunzipSync(packed),
      packed,
      lasting: false,
    }
    return asset
  }
}

const files: Readonly<Record<string, () => Asset>> = {
  '/docs': text('/docs', 'text/html', page),
  '/docs/': text('/docs/', 'text/html', page),
  '/docs/swagger-initializer.js': text('/docs/swagger-initializer.js', 'text/javascript', initializer),
  '/docs/swagger-ui-bundle.js': file('swagger-ui-bundle.js', 'text/javascript'),
  '/docs/swagger-ui.css': file('swagger-ui.css', 'text/css'),
}

/** Serves the API browser at `/docs`. Its files are large and most services never show it, so the first request reads them. */
export const serveDocs = (app: FastifyInstance): void => {
  for (const [url, load] of Object.entries(files))
    app.route({
      method: 'GET',
      url,
      exposeHeadRoute: true,
      handler: async (request, reply) => {
        const asset = load()
        return sendAsset(asset, tagOf(asset), request, reply, policy)
      },
    })
}
