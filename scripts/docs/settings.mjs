import { code, generatedPage, table } from './markdown.mjs'

const server = (path) => import(`../../packages/server/dist/src/${path}`)

const introduction = `Every setting of \`askance serve\`, every webhook event and every Prometheus metric. [Operating the service](service-operation.md)
explains how to use them.`

const precedence = `A setting can be a flag, an environment variable or an entry of the JSON file given by \`--config\` (first column). Flags override
environment variables, which override the file. In a variable, write a boolean as \`true\` or \`false\` and separate list
entries by commas. \`askance serve --show-settings\` prints the effective settings.`

const defaultText = ({ type, default: value }) => {
  if (type === 'list') return value.length === 0 ? 'none' : value.join(', ')
  if (type === 'switch') return String(value)
  return value === '' ? 'none' : code(String(value))
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
    return `### ${group}\n\n${table(['name', 'flag', 'variable', 'default', 'values', 'description'], rows)}`
  })

const hookSection = ({ hookEvents }) =>
  `## Webhook events\n\n${table(
    ['event', 'when'],
    Object.entries(hookEvents).map(([name, { summary }]) => [code(name), summary]),
  )}`

const metricSection = ({ metricsTable, METRIC_PREFIX }) =>
  `## Metrics\n\n${table(
    ['metric', 'type', 'labels', 'description'],
    Object.entries(metricsTable).map(([name, { type, labels = [], help }]) => [
      code(METRIC_PREFIX + name),
      type,
      labels.map((label) => code(label)).join(', '),
      help,
    ]),
  )}\n\nThe service also exports the default Node.js metrics, \`process_…\` and \`nodejs_…\`.`

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
