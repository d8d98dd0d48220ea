import { code, generatedPage, table } from './markdown.mjs'

const introduction = `Every route of the service, by topic. [The service](service.md) shows how to use them. The OpenAPI document at \`/openapi.json\`
describes every field; browse it at \`/docs\`. Error codes are in [errors](errors.md#askanceserver).`

const roles = `Roles: a \`labeller\` can also do what a \`reader\` can, and an \`owner\` can do everything. \`public\` routes need no token.
\`local\` routes need no token from localhost and a \`reader\` token from elsewhere. [Grants](service-operation.md#what-somebody-may-do-in-a-stream) can change what a role allows in a stream; routes
marked _export_ are those that grants without \`export\` forbid.`

const heads = ['operation', 'route', 'role', 'description']

const operationsIn = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )

const rowOf = ({
  operationId,
  method,
  path,
  summary,
  'x-askance-access': access,
  'x-askance-action': action,
}) => [
  code(operationId),
  code(`${method.toUpperCase()} ${path}`),
  action === 'export' ? `${access} (export)` : access,
  summary,
]

const sections = (operations) =>
  [...new Set(operations.flatMap(({ tags }) => tags))].map((tag) => {
    const rows = operations.filter(({ tags }) => tags.includes(tag)).map(rowOf)
    return `## ${tag}\n\n${table(heads, rows)}`
  })

const render = async () => {
  const { openApiDocument } = await import('../../packages/server/dist/src/http/document.js')
  return generatedPage('Routes', [introduction, roles, ...sections(operationsIn(await openApiDocument()))])
}

export const apiPage = { file: 'docs/api.md', render }
