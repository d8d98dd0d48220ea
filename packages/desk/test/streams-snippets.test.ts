// Own process: it runs programs against a service.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readSettings, startServer } from '@askance/server'
import { createClient, unwrap } from '@askance/server/client'
import { emptyForm, type Form, toRequest } from '../src/streams/form/form.js'
import {
  createSnippet,
  type Language,
  languages,
  type SnippetSubject,
  type SnippetTask,
  tasks,
} from '../src/streams/snippets/snippets.js'
import { words } from '../src/words/words.js'

const run = promisify(execFile)
/** Programs run in this folder, so that they find the client. */
const cwd = fileURLToPath(new URL('../..', import.meta.url))
const hasCurl = spawnSync('curl', ['--version']).status === 0

/** All special characters of shells and strings. */
const AWKWARD = `it's "so" \\ $HOME \`x\` !`

const kinds: Readonly<Record<string, Partial<Form>>> = {
  plain: { kind: 'text', texts: 'plain' },
  short: { kind: 'text', texts: 'short' },
  email: { kind: 'text', texts: 'email' },
  url: { kind: 'text', texts: 'url' },
  mixed: { kind: 'fields', fields: 'mixed' },
  numbers: { kind: 'fields', fields: 'numbers' },
  counts: { kind: 'fields', fields: 'counts' },
  vectors: { kind: 'vectors' },
  unknown: { kind: 'unknown' },
}

const earlierNumbers = [1, 500].map((amount) => ({
  id: `earlier-${amount}`,
  features: { amount, pieces: amount },
}))

const formOf = (name: string): Form => ({
  ...emptyForm,
  title: name,
  classes: [AWKWARD, 'other'],
  budget: { amount: '100', unit: 'ratio', horizon: '' },
  seed: '1',
  ...kinds[name],
})

const subjectOf = (base: string, stream: string, { kind, texts, fields }: Form, hasToken: boolean) =>
  ({ base, stream, kind, texts, fields, label: AWKWARD, hasToken }) satisfies SnippetSubject

const nameIn: Readonly<Record<SnippetTask, string>> = {
  send: 'decision',
  answer: 'outcome',
  predict: 'prediction',
  read: 'item',
}

/** Begins the line with what a snippet gives, because snippets print too. */
const GIVES = 'gives: '

/** Runs the snippets of all tasks, each in a shell, or all as modules of one program; returns what each gives. */
const pasted = async (language: Language, textOf: (task: SnippetTask) => string, token: string) => {
  const options = { env: { ...process.env, ASKANCE_TOKEN: token }, cwd }
  const found: string[] = []
  if (language === 'curl')
    for (const task of tasks)
      found.push((await run('sh', ['-c', textOf(task).replace('curl ', 'curl -s ')], options)).stdout.trim())
  else {
    // In the package, so that they find the client.
    const folder = mkdtempSync(join(cwd, 'dist', 'programs-'))
    for (const task of tasks)
      writeFileSync(
        join(folder, `${task}.mjs`),
        `${textOf(task)}\nconsole.log(${JSON.stringify(GIVES)} + JSON.stringify(${nameIn[task]}))`,
      )
    const program = tasks.map((task) => `await import(${JSON.stringify(join(folder, `${task}.mjs`))})`)
    try {
      const { stdout } = await run(
        process.execPath,
        ['--input-type=module', '-e', program.join('\n')],
        options,
      )
      const lines = stdout.split('\n').filter((line) => line.startsWith(GIVES))
      found.push(...lines.map((line) => line.slice(GIVES.length)))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  assert.equal(found.length, tasks.length)
  return found.map((text) => JSON.parse(text.split('\n').at(-1) ?? ''))
}

const expectSound = (task: SnippetTask, found: Record<string, unknown>) => {
  for (const name of Object.keys(words.streams.snippets.responseFields[task]))
    assert.ok(Object.hasOwn(found, name), `${task} gives ${name}`)
  if (task === 'answer')
    assert.deepEqual(found.answers, [{ id: 'item-1', label: AWKWARD, outcome: 'learned' }])
}

for (const hasToken of [true, false])
  describe(`snippets against a service ${hasToken ? 'with tokens' : 'without tokens'}`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'askance-snippets-'))
    let service: Awaited<ReturnType<typeof startServer>> | undefined
    let base = ''
    let token = ''
    before(async () => {
      const flags = { store: join(folder, 'store.sqlite'), port: 0, anonymous: !hasToken, logLevel: 'silent' }
      let output = ''
      service = await startServer(readSettings({ flags }), { stdout: { write: (text) => (output += text) } })
      base = service.url
      token = output.trim().split('\n').at(-1) ?? ''
    })
    after(async () => {
      await service?.close()
      rmSync(folder, { recursive: true, force: true })
    })

    const made = async (kind: string, language: Language) => {
      const form = { ...formOf(kind), title: `${kind} ${language}` }
      const client = createClient({ baseUrl: base, ...(hasToken && { token }) })
      const { id } = await unwrap(client.POST('/v1/streams', { body: toRequest(form, undefined) }))
      const params = { path: { stream: id } }
      // A single standardized row carries no information, so it is not asked.
      if (kind === 'numbers')
        await unwrap(client.POST('/v1/streams/{stream}/items', { params, body: { items: earlierNumbers } }))
      return subjectOf(base, id, form, hasToken)
    }
    const works = async (kind: string, language: Language) => {
      const subject = await made(kind, language)
      const found = await pasted(language, (task) => createSnippet(task, language, subject), token)
      for (const [k, task] of tasks.entries()) expectSound(task, found[k])
    }

    for (const kind of hasToken || process.env.ASKANCE_SOAK ? Object.keys(kinds) : ['mixed'])
      test(`curl works for ${kind}`, { skip: !hasCurl && 'no curl here' }, () => works(kind, 'curl'))
    const pairs: readonly (readonly [Language, string])[] = hasToken
      ? [
          ['client', 'email'],
          ['fetch', 'vectors'],
          ...(process.env.ASKANCE_SOAK
            ? ([
                ['client', 'vectors'],
                ['fetch', 'email'],
              ] as const)
            : []),
        ]
      : [['client', 'mixed'], ...(process.env.ASKANCE_SOAK ? ([['fetch', 'mixed']] as const) : [])]
    for (const [language, kind] of pairs)
      test(`a program with ${language} works for ${kind}`, () => works(kind, language))
  })

describe('the text of snippets', () => {
  const base = 'https://askance.example.org'
  const all = Object.keys(kinds).flatMap((kind) =>
    languages.flatMap((language) =>
      tasks.map((task) => ({
        name: `${kind}-${language}-${task}`,
        language,
        text: createSnippet(task, language, subjectOf(base, 'mail', formOf(kind), true)),
      })),
    ),
  )

  test('references a token only if needed, and never contains it', () => {
    for (const { text, name } of all) assert.match(text, /ASKANCE_TOKEN/, name)
    for (const language of languages)
      for (const task of tasks)
        assert.doesNotMatch(
          createSnippet(task, language, subjectOf(base, 'mail', formOf('plain'), false)),
          /token|authorization/i,
        )
  })

  test('programs compile', (t) => {
    // In the package, so that they find the client.
    const folder = mkdtempSync(join(cwd, 'dist', 'snippets-'))
    t.after(() => rmSync(folder, { recursive: true }))
    const programs = all.filter(({ language }) => language !== 'curl')
    for (const { name, text } of programs) writeFileSync(join(folder, `${name}.mts`), text)
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'ES2022',
      module: 'NodeNext',
      types: ['node'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }))
    const compiler = join(cwd, '../../node_modules/typescript-native/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [compiler, '--singleThreaded', '-p', folder], {
      encoding: 'utf8',
    })
    assert.equal(status, 0, stdout)
  })
})
