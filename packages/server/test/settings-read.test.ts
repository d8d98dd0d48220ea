import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import {
  defaultSettings,
  flagName,
  readSettings,
  redactedSettings,
  redactPassword,
  settingNames,
  settingsTable,
  variableName,
} from '../src/settings/index.js'

const written = (t: TestContext, text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'askance-settings-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'askance.json')
  writeFileSync(path, text)
  return path
}

const signIn = {
  publicUrl: 'https://a.example',
  oidcIssuer: 'https://login.example/realm',
  oidcClientId: 'askance',
  oidcRoles: 'cn=a=owner,*=reader',
}

describe('settings', () => {
  test('have defaults', () => {
    assert.deepEqual(readSettings({}), defaultSettings)
    assert.deepEqual(readSettings({ flags: {}, env: { PATH: '/bin' } }), defaultSettings)
  })

  test('flags override the environment, which overrides the file', (t) => {
    const file = written(t, '{"port": 1, "host": "localhost", "logLevel": "warn"}')
    const env = { ASKANCE_PORT: '2', ASKANCE_HOST: '127.0.0.2' }
    const { port, host, logLevel } = readSettings({ flags: { port: 3 }, env, file })
    assert.deepEqual({ port, host, logLevel }, { port: 3, host: '127.0.0.2', logLevel: 'warn' })
    assert.equal(readSettings({ env: { ...env, ASKANCE_CONFIG: file } }).logLevel, 'warn')
  })

  test('an explicit file overrides the one of the environment', (t) => {
    const [named, other] = [written(t, '{"port": 1}'), written(t, '{"port": 2}')]
    assert.equal(readSettings({ env: { ASKANCE_CONFIG: other }, file: named }).port, 1)
  })

  test('every setting can be given in each way', (t) => {
    const samples = { text: '127.0.0.1', whole: 7, switch: true, list: ['https://a.example'] } as const
    for (const name of settingNames) {
      const setting = settingsTable[name]
      const value =
        'choices' in setting
          ? setting.choices[1]
          : setting.type === 'whole'
            ? Math.min(Math.max(7, setting.min), setting.max)
            : 'hint' in setting && setting.hint === 'URL'
              ? 'http://127.0.0.1'
              : name === 'cluster'
                ? ['nats://127.0.0.1:4222']
                : samples[setting.type]
      const flags =
        name === 'oidcIssuer'
          ? { ...signIn, oidcIssuer: undefined }
          : name === 'node'
            ? { store: 'postgres://db/askance' }
            : {}
      const text = String(value)
      assert.deepEqual(readSettings({ flags: { ...flags, [flagName(name)]: value } })[name], value)
      assert.deepEqual(readSettings({ flags: { ...flags, [name]: value } })[name], value)
      assert.deepEqual(readSettings({ flags, env: { [variableName(name)]: text } })[name], value)
      assert.deepEqual(
        readSettings({ flags, file: written(t, JSON.stringify({ [name]: value })) })[name],
        value,
      )
    }
  })

  test('parses booleans and lists', () => {
    for (const [text, value] of [
      ['true', true],
      ['1', true],
      ['FALSE', false],
      ['0', false],
    ] as const)
      assert.equal(readSettings({ env: { ASKANCE_PRIVATE_HOOKS: text } }).privateHooks, value)
    for (const text of ['none', '0', '1', '10.0.0.0/8, ::1', '192.168.0.1'])
      assert.equal(readSettings({ env: { ASKANCE_TRUST_PROXY: text } }).trustProxy, text)
    for (const text of ['true', '-1', '10.0.0.0/33', 'proxy.example', '1.2.3.4/8/9'])
      assert.throws(() => readSettings({ env: { ASKANCE_TRUST_PROXY: text } }), {
        message: /found .*, expected none, the number of proxies/,
      })
    const lists = readSettings({ env: { ASKANCE_CORS_ORIGINS: 'https://a.example, http://b.example:81,' } })
    assert.deepEqual(lists.corsOrigins, ['https://a.example', 'http://b.example:81'])
    assert.deepEqual(readSettings({ flags: { 'cors-origins': 'https://a.example' } }).corsOrigins, [
      'https://a.example',
    ])
  })

  test('ignores empty variables and missing flags', () => {
    assert.deepEqual(readSettings({ env: { ASKANCE_PORT: '' }, flags: { host: undefined } }), defaultSettings)
  })

  test('anonymous mode needs a loopback host', () => {
    for (const host of ['localhost', '127.0.0.1', '127.8.0.1', '::1'])
      assert.equal(readSettings({ flags: { anonymous: true, host } }).host, host)
    for (const host of ['0.0.0.0', '::', '192.168.0.4', 'example.org', '127.example.org'])
      assert.throws(() => readSettings({ flags: { anonymous: true, host } }), {
        code: 'setting/anonymous',
        message: new RegExp(host),
      })
  })
})

test('sign-in settings are complete, and may be local', () => {
  assert.deepEqual(readSettings({ flags: signIn }).oidcRoles, ['cn=a=owner', '*=reader'])
  const local = { publicUrl: 'http://127.0.0.1:8642', oidcIssuer: 'http://[::1]:9000' }
  assert.equal(readSettings({ flags: { ...signIn, ...local } }).oidcIssuer, local.oidcIssuer)
})

describe('an invalid setting is reported', () => {
  const cases: Record<string, [Parameters<typeof readSettings>[0], string, RegExp]> = {
    'a flag': [{ flags: { port: 'x' } }, 'setting/value', /--port: found x, expected a whole number from 0/],
    'out of range': [{ flags: { port: 70_000 } }, 'setting/value', /found 70000, .* to 65535/],
    'a broken number': [{ env: { ASKANCE_PORT: '1.5' } }, 'setting/value', /ASKANCE_PORT: found 1.5/],
    'a number with a unit': [{ env: { ASKANCE_BODY_LIMIT: '8MB' } }, 'setting/value', /found 8MB/],
    'a switch': [{ env: { ASKANCE_ANONYMOUS: 'yes' } }, 'setting/value', /found yes, expected true or false/],
    'a choice': [{ env: { ASKANCE_LOG_LEVEL: 'loud' } }, 'setting/value', /expected one of trace, debug/],
    'an empty text': [{ flags: { host: '' } }, 'setting/value', /found nothing, expected a text/],
    'an origin with a path': [
      { flags: { corsOrigins: 'https://a.example/x' } },
      'setting/value',
      /found https:\/\/a.example\/x, expected an origin without a path/,
    ],
    'any origin': [{ flags: { corsOrigins: ['*'] } }, 'setting/value', /found \*/],
    'a misspelt variable': [
      { env: { ASKANCE_PROT: '1' } },
      'setting/unknown',
      /unknown setting ASKANCE_PROT in the environment; did you mean ASKANCE_PORT\?/,
    ],
    'a misspelt flag': [
      { flags: { prt: 1 } },
      'setting/unknown',
      /--prt in the command line; did you mean --port\?/,
    ],
    'a flag like no other': [{ flags: { xyzzy: 1 } }, 'setting/unknown', /expected one of --host, --port/],
    'a sign-in without a client': [
      { flags: { ...signIn, oidcClientId: undefined } },
      'setting/value',
      /oidcClientId: found nothing, expected the client id/,
    ],
    'a sign-in without an address': [
      { flags: { ...signIn, publicUrl: 'https://a.example/path' } },
      'setting/value',
      /publicUrl: found https:\/\/a.example\/path, expected an https URL, .* without a path/,
    ],
    'an issuer without TLS': [
      { flags: { ...signIn, oidcIssuer: 'http://login.example' } },
      'setting/value',
      /oidcIssuer: found http:\/\/login.example, expected an https URL/,
    ],
    'an unknown role': [
      { flags: { ...signIn, oidcRoles: 'a=boss' } },
      'setting/value',
      /oidcRoles: found a=boss, expected VALUE=ROLE/,
    ],
    'two client secrets': [
      { flags: { ...signIn, oidcClientSecret: 'hidden', oidcClientSecretFile: 'b' } },
      'setting/value',
      /oidcClientSecretFile: found oidcClientSecret too, expected only one/,
    ],
    'no file': [
      { file: 'nowhere.json' },
      'setting/file',
      /cannot read the settings file nowhere.json: ENOENT/,
    ],
  }
  for (const [name, [sources, code, message]] of Object.entries(cases))
    test(name, () => assert.throws(() => readSettings(sources), { code, message }))

  const files: Record<string, [string, string, RegExp]> = {
    'no JSON': [
      '{\n "port": 1\n "host": "secret"}',
      'setting/json',
      /\.json:3:2: the settings file is not valid JSON: expected a comma or }$/,
    ],
    'no object': ['[]', 'setting/file', /expected a JSON object/],
    'nothing at all': ['null', 'setting/file', /expected a JSON object/],
    'a number as text': ['{"port": "1"}', 'setting/value', /port in .*json: found 1, expected a whole/],
    'not a list': ['{"corsOrigins": "x"}', 'setting/value', /found x, expected a list of texts/],
    'a misspelt name': ['{"cors-origins": []}', 'setting/unknown', /did you mean corsOrigins\?/],
    'a name of all objects': [
      '{"toString": 1}',
      'setting/unknown',
      /unknown setting toString in .*; expected one of host/,
    ],
  }
  for (const [name, [text, code, message]] of Object.entries(files))
    test(`in a file: ${name}`, (t) => {
      const file = written(t, text)
      assert.throws(() => readSettings({ file }), { code, message })
    })

  test('ignores variables of other programs with the same prefix', () => {
    assert.deepEqual(readSettings({ env: { ASKANCE_DATA: 'x', ASKANCE_SERVICE_HOST: 'y' } }), defaultSettings)
  })

  test('without showing a secret', (t) => {
    const file = written(t, '{"store": ["postgres://ada:secret@db/x"]}')
    assert.throws(
      () => readSettings({ file }),
      ({ message }: Error) => !message.includes('secret'),
    )
  })
})

describe('redacted settings', () => {
  test('have no password', () => {
    const shown = redactedSettings({ ...defaultSettings, store: 'postgres://ada:s3/c:r@t@db:5432/askance' })
    assert.equal(shown.store, 'postgres://ada:***@db:5432/askance')
    assert.equal(shown.port, 8642)
    assert.equal(shown.oidcClientSecret, '')
    assert.equal(redactedSettings({ ...defaultSettings, oidcClientSecret: 's3' }).oidcClientSecret, '***')
    assert.deepEqual(Object.keys(shown), settingNames)
  })

  test('keep other values', () => {
    for (const store of ['askance.sqlite', 'C:\\data\\a.sqlite', 'postgres://ada@db/x', 'postgres://db/x'])
      assert.equal(redactPassword(store), store)
    assert.equal(redactPassword('postgres://db/x?password=a%20b&ssl=1'), 'postgres://db/x?password=***&ssl=1')
  })
})
