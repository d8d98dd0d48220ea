import { type LabelOrLabels, labelBody } from '../../parts/labels.js'
import type { ItemKind } from '../form/kinds.js'

export const languages = ['curl', 'client', 'fetch'] as const
export type Language = (typeof languages)[number]

export const tasks = ['send', 'answer', 'predict', 'read'] as const
export type SnippetTask = (typeof tasks)[number]

export interface SnippetSubject extends ItemKind {
  /** Base URL of the service, such as `http://127.0.0.1:8642`. */
  readonly base: string
  readonly stream: string
  /** A list in a multi-label stream. */
  readonly label: LabelOrLabels
  /** Whether a token is required; snippets read it from the environment. */
  readonly hasToken: boolean
}

interface Content {
  readonly text?: string
  readonly features?: Readonly<Record<string, number | string>>
  readonly row?: { readonly index: readonly number[]; readonly value: readonly number[] }
  readonly meta?: Readonly<Record<string, string>>
}

const texts = {
  plain: { text: 'Could we move our booking to the 14th?' },
  short: { text: 'Booking moved to the 14th' },
  email: {
    text: 'Could we move our booking to the 14th?',
    meta: { subject: 'Our booking', from: 'Ida <ida@example.org>' },
  },
  url: { text: 'https://example.org/login?next=account' },
} as const satisfies Record<ItemKind['texts'], Content>

const features = {
  mixed: { features: { amount: 129.5, country: 'NO' } },
  numbers: { features: { amount: 129.5, pieces: 3 } },
  counts: { features: { clicks: 3, errors: 1 } },
} as const satisfies Record<ItemKind['fields'], Content>

const sampleContent = ({ kind, texts: text, fields }: ItemKind): Content => {
  if (kind === 'fields') return features[fields]
  if (kind === 'vectors') return { row: { index: [3, 17], value: [1, 0.5] } }
  return texts[kind === 'text' ? text : 'plain']
}

const ITEM = 'item-1'

interface Call {
  readonly method: 'GET' | 'POST'
  /** Route template with parameters in braces. */
  readonly route: string
  readonly path: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Variable name of the result. */
  readonly name: string
}

const apiCall = (task: SnippetTask, subject: SnippetSubject): Call => {
  const path = { stream: subject.stream }
  const content = sampleContent(subject)
  const calls: Readonly<Record<SnippetTask, Call>> = {
    send: {
      method: 'POST',
      route: '/v1/streams/{stream}/items',
      path,
      body: { id: ITEM, ...content },
      name: 'decision',
    },
    answer: {
      method: 'POST',
      route: '/v1/streams/{stream}/answers',
      path,
      body: { answers: [{ id: ITEM, ...labelBody(subject.label) }] },
      name: 'outcome',
    },
    predict: {
      method: 'POST',
      route: '/v1/streams/{stream}/predict',
      path,
      body: content,
      name: 'prediction',
    },
    read: {
      method: 'GET',
      route: '/v1/streams/{stream}/items/{id}',
      path: { ...path, id: ITEM },
      name: 'item',
    },
  }
  return calls[task]
}

const callUrl = (base: string, { route, path }: Call): string =>
  base + route.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ''))

/** Inside single quotes only the closing quote is special. */
const quotedForShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", String.raw`\'`)}'`

const isPlainName = (name: string): boolean => /^[a-zA-Z_$][\w$]*$/.test(name)

/** Formats a value as TypeScript source, on one line if short. */
const toSource = (value: unknown, indent: string): string => {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const wrap = (open: string, parts: readonly string[], close: string, space: string): string => {
    const line = `${open}${space}${parts.join(', ')}${space}${close}`
    if (line.length + indent.length <= 76 && !line.includes('\n')) return line
    return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
  }
  if (Array.isArray(value))
    return wrap(
      '[',
      value.map((one) => toSource(one, inner)),
      ']',
      '',
    )
  const parts = Object.entries(value).map(
    ([name, one]) => `${isPlainName(name) ? name : quoted(name)}: ${toSource(one, inner)}`,
  )
  return wrap('{', parts, '}', ' ')
}

const inCurl = (call: Call, { base, hasToken }: SnippetSubject): string =>
  [
    `curl ${callUrl(base, call)}`,
    ...(hasToken ? ['-H "Authorization: Bearer $ASKANCE_TOKEN"'] : []),
    ...(call.body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quotedForShell(JSON.stringify(call.body))}`]),
  ].join(' \\\n  ')

const withClient = (call: Call, { base, hasToken }: SnippetSubject): string => {
  const options = {
    params: { path: call.path },
    ...(call.body !== undefined && { body: call.body }),
  }
  const token = hasToken ? `\n  token: process.env.ASKANCE_TOKEN ?? '',` : ''
  return `import { createClient, unwrap } from '@askance/server/client'

const client = createClient({
  baseUrl: ${quoted(base)},${token}
})
const ${call.name} = await unwrap(
  client.${call.method}(${quoted(call.route)}, ${toSource(options, '  ')}),
)
console.log(${call.name})`
}

const withFetch = (call: Call, { base, hasToken }: SnippetSubject): string => {
  const headers = [
    ...(hasToken ? [`    Authorization: \`Bearer \${process.env.ASKANCE_TOKEN}\`,\n`] : []),
    ...(call.body === undefined ? [] : [`    'Content-Type': 'application/json',\n`]),
  ]
  const options = [
    ...(call.method === 'GET' ? [] : [`  method: '${call.method}',\n`]),
    ...(headers.length > 0 ? [`  headers: {\n${headers.join('')}  },\n`] : []),
    ...(call.body === undefined ? [] : [`  body: JSON.stringify(${toSource(call.body, '  ')}),\n`]),
  ]
  const given = options.length > 0 ? `, {\n${options.join('')}}` : ''
  return `const response = await fetch(${quoted(callUrl(base, call))}${given})
if (!response.ok) throw new Error(await response.text())
const ${call.name} = await response.json()
console.log(${call.name})`
}

const writers = { curl: inCurl, client: withClient, fetch: withFetch } as const

/**
 * Returns a ready-to-paste command or program for one task.
 *
 * @example
 * const kind = { kind: 'text', texts: 'plain', fields: 'mixed' }
 * const subject = { ...kind, base: 'http://127.0.0.1:8642', stream: 'mail', label: 'ham', hasToken: false }
 * createSnippet('read', 'curl', subject) // => 'curl http://127.0.0.1:8642/v1/streams/mail/items/item-1'
 */
export const createSnippet = (task: SnippetTask, language: Language, subject: SnippetSubject): string =>
  writers[language](apiCall(task, subject), subject)
