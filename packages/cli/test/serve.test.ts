// Own process: it runs and stops services.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { defaultSettings, flagName, settingNames, settingsTable } from '@askance/server/settings'
import { loadCommands } from '../src/index.js'
import { askance, folder, printed } from './tools/askance.js'
import { served } from './tools/served.js'

const commands = await loadCommands()

const unix = { skip: process.platform === 'win32' }

describe('askance serve: its settings', () => {
  const { flags } = commands.find(({ name }) => name === 'serve')!

  test('every setting is a flag with its group, range and default', async () => {
    const help = await printed('serve', '--help')
    for (const name of settingNames) {
      assert.equal(flags[flagName(name)], settingsTable[name])
      assert.match(help, new RegExp(`^ {2}--${flagName(name)}\\b`, 'm'))
    }
    assert.match(help, /--port N .* \[8642\]/)
    assert.match(help, /ASKANCE_CORS_ORIGINS/)
  })

  test('flags override the environment, which overrides the file', async (t) => {
    const path = folder(t)
    writeFileSync(path('a.json'), '{"port": 1, "host": "::1", "logLevel": "warn"}')
    const env = { ASKANCE_PORT: '2', ASKANCE_HOST: '127.0.0.2', ASKANCE_STORE: 'postgres://ada:secret@db/x' }
    const argv = ['serve', '--show-settings', '--port', '3', '--anonymous']
    const { code, out, err } = await askance([...argv, '--config', path('a.json')], { env })
    assert.deepEqual([code, err], [0, ''])
    assert.deepEqual(JSON.parse(out), {
      ...defaultSettings,
      port: 3,
      host: '127.0.0.2',
      logLevel: 'warn',
      anonymous: true,
      store: 'postgres://ada:***@db/x',
    })
  })

  const mistakes: Record<string, [string[], Record<string, string>, RegExp]> = {
    'a flag': [['--port', 'x'], {}, /--port: found x, expected a whole number/],
    'a variable': [
      [],
      { ASKANCE_PORT: 'x' },
      /ASKANCE_PORT: found x, expected a whole number from 0 to 65535/,
    ],
    'a misspelt variable': [[], { ASKANCE_PROT: '1' }, /did you mean ASKANCE_PORT\?/],
    'a missing file': [['--config', 'nowhere.json'], {}, /cannot read the settings file nowhere.json/],
    'no tokens for everybody': [['--anonymous', '--host', '0.0.0.0'], {}, /requires a loopback host/],
  }
  for (const [name, [argv, env, message]] of Object.entries(mistakes))
    test(`${name}: exits with 2 and one line`, async () => {
      const { code, out, err } = await askance(['serve', ...argv], { env })
      assert.match(err, message)
      assert.match(err, /^askance: [^\n]+\n$/)
      assert.deepEqual([code, out], [2, ''])
    })
})

describe('askance serve: the process', unix, () => {
  test('prints its address and a token, responds, and exits with 0 on SIGTERM', async (t) => {
    const path = folder(t)
    const first = await served(t, ['--store', path('a.sqlite')])
    const token = /^ask_[\w-]{43}$/m.exec(first.out())?.[0]
    assert.ok(token, first.out())
    assert.equal((await fetch(`${first.url}/healthz`)).status, 200)
    assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
    assert.equal((await fetch(`${first.url}/docs/swagger-ui.css`)).status, 200)
    assert.equal((await fetch(`${first.url}/v1/streams`)).status, 401)
    const headers = { authorization: `Bearer ${token}` }
    assert.equal((await fetch(`${first.url}/v1/streams`, { headers })).status, 200)
    assert.match(await (await fetch(`${first.url}/metrics`, { headers })).text(), /^askance_streams 0$/m)
    first.child.kill('SIGTERM')
    assert.equal(await first.ended, 0)
    for (const line of first.err().trim().split('\n')) assert.ok(JSON.parse(line).time, line)
    assert.ok(!first.err().includes(token))

    const second = await served(t, ['--store', path('a.sqlite')])
    assert.doesNotMatch(second.out(), /ask_/)
    assert.equal((await fetch(`${second.url}/v1/streams`, { headers })).status, 200)
    second.child.kill('SIGINT')
    assert.equal(await second.ended, 0)
  })

  test('finishes requests and closes event streams', async (t) => {
    const path = folder(t)
    const { url, child, ended } = await served(t, ['--store', path('a.sqlite'), '--anonymous'])
    const post = (address: string, body: object): Promise<Response> =>
      fetch(`${url}${address}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    assert.equal((await post('/v1/streams', { id: 'mails', classes: ['ham', 'spam'] })).status, 201)
    const events = await fetch(`${url}/v1/streams/mails/events`)
    const items = [{ id: 'a', text: 'hello' }]
    assert.equal((await post('/v1/streams/mails/items', { items })).status, 200)
    child.kill('SIGTERM')
    await events.text()
    assert.equal(await ended, 0)
  })

  test('exits at once with 1 on a second signal', async (t) => {
    const path = folder(t)
    const { url, child, ended, log } = await served(t, ['--store', path('a.sqlite'), '--anonymous'])
    // A request with an endless body delays the stop.
    const headers = { 'content-type': 'application/json', expect: '100-continue' }
    const sent = request(`${url}/v1/streams`, { method: 'POST', headers })
    const closed = new Promise((resolve) => sent.on('error', () => {}).once('close', resolve))
    sent.flushHeaders()
    await once(sent, 'continue')
    child.kill('SIGTERM')
    await log(/stopping/)
    child.kill('SIGTERM')
    assert.equal(await ended, 1)
    await closed
  })

  test('reports a port in use in one line', async (t) => {
    const path = folder(t)
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    t.after(() => taken.close())
    const { port } = taken.address() as { port: number }
    const argv = ['serve', '--port', String(port), '--store', path('a.sqlite'), '--log-level', 'silent']
    const { code, out, err } = await askance(argv)
    assert.deepEqual([code, out], [1, ''])
    assert.match(err, new RegExp(`^askance: port ${port} of 127.0.0.1 is already in use[^\n]+\n$`))
  })

  test('reports a locked store in one line', async (t) => {
    const path = folder(t)
    const { child, ended } = await served(t, ['--store', path('a.sqlite'), '--anonymous'])
    const { code, err } = await askance(['token', 'list', '--store', path('a.sqlite')])
    assert.equal(code, 1)
    assert.match(err, /^askance: the store .*a.sqlite is in use by another process\n$/)
    child.kill('SIGTERM')
    await ended
  })
})
