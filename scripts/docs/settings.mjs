import { code, generatedPage, table } from './markdown.mjs'

const server = (path) => import(`../../packages/server/dist/src/${path}`)

const introduction = `Every setting of \`askance serve\`, every message that webhooks get, and every number for Prometheus. How to use them is in
[operating the service](service-operation.md).`

const precedence = `In the file of \`--config\` (JSON) a setting has the name of the first column; it is also a flag and a variable of the environment.
Flags win over the environment, the environment over the file, the file over the default. In a variable a switch is \`true\` or
\`false\`, and a list has commas. \`askance serve --show-settings\` prints what holds.`

const defaultText = ({ type, default: value }) => {
  if (type === 'list') return value.length === 0 ? 'none' : value.join(', ')
  return type === 'switch' ? String(value) : code(String(value))
}

const rangeOf = ({ type, min, max, choices }) => {
  if (choices) return choices.map((choice) => code(choice)).join(', ')
  if (type === 'whole') return `${min} to ${max}`
  return { switch: 'true, false', list: 'a list', text: 'a text' }[type]
}

const settingSections = ({ settingsTable, flagName, variableName }) =>
  [...new Set(Object.values(settingsTable).map(({ group }) => group))].map((group) => {
    const rows = Object.entries(settingsTable)
      .filter(([, setting]) => setting.group === group)
      .map(([name, setting]) => [
        code(name),
        code(`--${flagName(name)}`),
        code(variableName(name)),
        defaultText(setting),
        rangeOf(setting),
        setting.summary,
      ])
    return `### ${group}\n\n${table(['name', 'flag', 'variable', 'default', 'values', 'what it is'], rows)}`
  })

const hookSection = ({ hookEvents }) =>
  `## Webhook events\n\n${table(
    ['event', 'when'],
    Object.entries(hookEvents).map(([name, { summary }]) => [code(name), summary]),
  )}`

const metricSection = ({ metricsTable, METRIC_PREFIX }) =>
  `## Metrics\n\n${table(
    ['metric', 'type', 'labels', 'what it is'],
    Object.entries(metricsTable).map(([name, { type, labels = [], help }]) => [
      code(METRIC_PREFIX + name),
      type,
      labels.map((label) => code(label)).join(', '),
      help,
    ]),
  )}\n\nBeside these there are the usual numbers of a Node process, \`process_…\` and \`nodejs_…\`.`

const render = async () =>
  generatedPage('Settings and metrics', [
    introduction,
    '## Settings',
    precedence,
    ...settingSections(await server('settings/index.js')),
    hookSection(await server('hooks/events.js')),
    metricSection(await server('metrics/table.js')),
  ])

export const settingsPage = { file: 'docs/settings.md', render }
