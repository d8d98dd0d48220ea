// Writes the types of the client from the OpenAPI document of the built service.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './tools/files.mjs'

const inServer = (path) => join(root, 'packages/server', path)
const target = inServer('src/client/api.generated.ts')

/** Does nothing while the document is unchanged. */
export const generateClient = async () => {
  const { openApiDocument } = await import(pathToFileURL(inServer('dist/src/http/document.js')).href)
  const text = JSON.stringify(await openApiDocument())
  const hash = createHash('sha256').update(text).digest('hex')
  const heading = `// Generated from the OpenAPI document with the SHA-256 ${hash}.\n`
  if (existsSync(target) && readFileSync(target, 'utf8').startsWith(heading)) return

  // Loaded only when needed.
  const { default: typesOf, astToString } = createRequire(inServer('package.json'))('openapi-typescript')
  writeFileSync(target, heading + astToString(await typesOf(JSON.parse(text), { silent: true })))
}
