import { code, generatedPage, table } from './markdown.mjs'

/** The packages with error tables, and the exported name of each table. */
const packages = [
  { name: '@askance/core', path: '../../packages/core/dist/src/internals.js', table: 'coreErrorTable' },
  { name: '@askance/data', path: '../../packages/data/dist/src/index.js', table: 'dataErrorTable' },
  { name: '@askance/bench', path: '../../packages/bench/dist/src/index.js', table: 'benchErrorTable' },
  {
    name: '@askance/server',
    path: '../../packages/server/dist/src/index.js',
    table: 'serverErrorTable',
    about:
      'The service responds with these as problem details and this HTTP status. Errors of the other packages mostly have the status 422; `/openapi.json` lists the statuses of each route.',
    status: 'statusOf',
  },
  { name: 'askance', path: '../../packages/cli/dist/src/index.js', table: 'cliErrorTable' },
]

const introduction = `An invalid input or setting throws an \`AskanceError\`. Its \`code\` is stable and meant for programs; its \`message\` is for
people and may change. Its \`details\` contain the values in braces below, its \`position\` the source, line and column. Any other error class
is a bug in Askance.`

const section = async (entry) => {
  const library = await import(entry.path)
  const statusOf = library[entry.status]
  const rows = Object.entries(library[entry.table]).map(([id, message]) => [
    code(id),
    ...(statusOf ? [String(statusOf(id))] : []),
    message,
  ])
  const heads = ['code', ...(statusOf ? ['status'] : []), 'message']
  return [`## ${entry.name}`, ...(entry.about ? [entry.about] : []), table(heads, rows)].join('\n\n')
}

export const errorsPage = {
  file: 'docs/errors.md',
  render: async () => generatedPage('Errors', [introduction, ...(await Promise.all(packages.map(section)))]),
}
