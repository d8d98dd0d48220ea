import { code, generatedPage, table } from './markdown.mjs'

const introduction = `Every route of the service, by what it is about. How to use them is in [the service](service.md). The same with every field is in
the OpenAPI document at \`/openapi.json\`, to browse at \`/docs\`; what each error means is in [errors](errors.md#askanceserver).`

const roles = `Who may call: a \`labeller\` may do what a \`reader\` may, an \`owner\` everything. \`public\` needs no token, and \`local\` none from
this machine, elsewhere that of a reader.`

const heads = ['operation', 'route', 'who', 'what it does']

const operationsIn = ({ paths }) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  )

const rowOf = ({ operationId, method, path, summary, 'x-askance-access': access }) => [
  code(operationId),
  code(`${method.toUpperCase()} ${path}`),
  access,
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
