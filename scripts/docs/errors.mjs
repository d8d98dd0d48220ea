import { code, generatedPage, table } from './markdown.mjs'

/** The rooms that have errors of their own, and the name under which each exports its table. */
const rooms = [
  { name: '@askance/core', path: '../../packages/core/dist/src/internals.js', table: 'coreErrorTable' },
  { name: '@askance/data', path: '../../packages/data/dist/src/index.js', table: 'dataErrorTable' },
  { name: '@askance/bench', path: '../../packages/bench/dist/src/index.js', table: 'benchErrorTable' },
  {
    name: '@askance/server',
    path: '../../packages/server/dist/src/index.js',
    table: 'serverErrorTable',
    about:
      'The service answers with these as problem details; the status is that of HTTP. What the service hands on of the other rooms mostly has the status 422; `/openapi.json` has that of each route.',
    status: 'statusOf',
  },
  { name: 'askance', path: '../../packages/cli/dist/src/index.js', table: 'cliErrorTable' },
]

const introduction = `Whatever is wrong with an input or a setting is an \`AskanceError\`. Its \`code\` is stable and meant for programs; its
\`message\` says what was found and what was expected, and starts with file, line and column where they are known; its
\`details\` hold the values that stand in braces below; its \`position\` holds source, line and column. Any other error
class is a fault of ours.`

const section = async (room) => {
  const library = await import(room.path)
  const statusOf = library[room.status]
  const rows = Object.entries(library[room.table]).map(([id, message]) => [
    code(id),
    ...(statusOf ? [String(statusOf(id))] : []),
    message,
  ])
  const heads = ['code', ...(statusOf ? ['status'] : []), 'message']
  return [`## ${room.name}`, ...(room.about ? [room.about] : []), table(heads, rows)].join('\n\n')
}

export const errorsPage = {
  file: 'docs/errors.md',
  render: async () => generatedPage('Errors', [introduction, ...(await Promise.all(rooms.map(section)))]),
}
