// Own process: it runs and stops a service.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { createClient, unwrap } from '@askance/server/client'
import { askance, folder, printed, program } from './tools/askance.js'
import { launched } from './tools/served.js'
import { until } from './tools/until.js'

const unix = { skip: process.platform === 'win32' }

/** Tickets of two teams; every tenth has its team. */
const tickets = (teamOf: (k: number) => string): string => {
  const rows = Array.from(
    { length: 60 },
    (_, k) =>
      `T-${k},p${k % 3},"${['error crash', 'invoice refund'][k % 2]} again in case ${k}",${teamOf(k)}`,
  )
  return `Ticket-ID,priority,body,team\n${rows.join('\n')}\n`
}
const some = (k: number): string => (k % 10 > 1 ? '' : ['bug', 'billing'][k % 2]!)

const file = (t: TestContext, content: string) => {
  const at = folder(t)
  writeFileSync(at('tickets.csv'), content)
  return at
}

test('label takes the column that has the classes as the label', async (t) => {
  const at = file(t, tickets(some))
  const argv = ['label', at('tickets.csv'), '--simulate', '--labels', '4', '--classes', 'bug,billing,other']
  assert.match(await printed(...argv), /tickets\.csv: 60 items, 12 labels\n {2}label +team/)
})

test('label writes the format of the name, and the model', async (t) => {
  const at = file(
    t,
    tickets((k) => ['bug', 'billing'][k % 2]!),
  )
  const simulated = ['label', at('tickets.csv'), '--label-column', 'team', '--simulate', '--labels', '10']
  await printed(...simulated, '-o', at('out.jsonl'), '--save', at('team.askance'))
  assert.match(JSON.parse(readFileSync(at('out.jsonl'), 'utf8').split('\n')[0]!).source, /answer|prediction/)
  writeFileSync(at('new.csv'), 'Ticket-ID,priority,body\nT-90,p1,error crash\nT-91,p2,invoice refund\n')
  assert.equal(await printed('predict', at('new.csv'), '--model', at('team.askance')), 'bug\nbilling\n')
  // The installed program has only what its commands import.
  const installed = (...args: string[]) =>
    spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  const { stdout, stderr } = installed('predict', at('new.csv'), '--model', at('team.askance'))
  assert.equal(stdout, 'bug\nbilling\n', stderr)
  assert.match(installed('explain', at('team.askance'), at('new.csv')).stdout, /predicted +bug/)
  for (const [command, flag] of [
    ['run', '--resume'],
    ['live', '--from'],
  ] as const)
    assert.match(
      (await askance([command, at('tickets.csv'), flag, at('team.askance')])).err,
      /team\.askance: the model labels a file, and cannot continue with a stream of items/,
    )
})

test('label orders classes as run does, so that both measure F1 of the same', async (t) => {
  const at = file(
    t,
    tickets((k) => ['yes', 'no'][k % 2]!),
  )
  const flags = ['--label-column', 'team']
  const text = await printed('label', at('tickets.csv'), ...flags, '--simulate', '--labels', '30')
  assert.match(text, /classes +no, yes\n(?:.*\n)*.*F1 of yes/)
  assert.match(await printed('run', at('tickets.csv'), ...flags), /classes no, yes \(positive: yes\)/)
  writeFileSync(at('weather.arff'), `@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n1,x\n`)
  assert.match(await printed('data', 'check', at('weather.arff')), /label +b\n/)
})

test('label lists many classes in short', async (t) => {
  const at = file(
    t,
    tickets((k) => `team_${k % 30}`),
  )
  const text = await printed(
    'label',
    at('tickets.csv'),
    '--label-column',
    'team',
    '--simulate',
    '--labels',
    '1',
  )
  assert.match(text, /^ {2}classes +team_0, .*, team_17 and 20 more$/m)
})

test('label and predict refuse formats that have no place for the result', async (t) => {
  const at = file(t, tickets(some))
  const noPlace = (format: string) =>
    new RegExp(`${format} has no place for the labels and probabilities of a model; use one of csv, tsv`)
  writeFileSync(at('rows.libsvm'), '1 1:1\n0 2:1\n'.repeat(10))
  const labelled = ['label', at('tickets.csv'), '--label-column', 'team', '--no-open', '--port', '0']
  for (const [name, expected] of [
    ['out.libsvm', noPlace('libsvm')],
    ['out.vw.gz', noPlace('vw')],
    ['out.arff', noPlace('arff')],
  ] as const)
    for (const simulate of [[], ['--simulate']]) {
      const { code, out, err } = await askance([...labelled, ...simulate, '-o', at(name)])
      assert.match(err, expected)
      assert.equal(code, 1)
      assert.doesNotMatch(out, /answer/)
    }
  const other = await askance([
    'label',
    at('tickets.csv'),
    '--classes',
    'Bug,Billing',
    '-o',
    at('out.libsvm'),
  ])
  assert.match(other.out, /note +column team has other values \(bug, billing\), so it is not the label\n/)
  const rows = ['label', at('rows.libsvm'), '--simulate', '-o', at('out.prodigy.jsonl')]
  assert.match((await askance(rows)).err, /rows\.libsvm:1: the item has no text, which prodigy requires/)
  await printed('run', at('rows.libsvm'), '--quiet', '--save', at('model'))
  const predicted = ['predict', at('rows.libsvm'), '--model', at('model')]
  assert.match((await askance([...predicted, '-o', at('out.libsvm')])).err, noPlace('libsvm'))
  assert.match((await askance([...predicted, '-o', at('out.arff')])).err, noPlace('arff'))
  assert.match((await askance([...predicted, '--to', 'vw'])).err, /expected one of csv, tsv/)
})

test('label says at once that its result cannot be written', unix, async (t) => {
  const at = file(t, tickets(some))
  for (const [flag, path] of [
    ['--output', at('nowhere/out.csv')],
    ['--save', at('nowhere/model.askance')],
    ['--output', at('.')],
    ['--output', at('out.csv.xz')],
  ] as const) {
    const argv = ['label', at('tickets.csv'), '--label-column', 'team', '--no-open', '--exit', '--port', '0']
    const { code, err } = await askance([...argv, flag, path])
    assert.equal(code, 1)
    assert.match(err, /cannot write the file: |unsupported output compression/)
    assert.ok(!existsSync(at('tickets.csv.askance')), 'nothing was begun')
  }
})

test('label saves the model of the people', unix, async (t) => {
  const at = file(t, tickets(some))
  const argv = [
    at('tickets.csv'),
    '--label-column',
    'team',
    '--no-open',
    '--port',
    '0',
    '--labels',
    '1',
    '--exit',
  ]
  const { texts, ended } = launched(t, ['label', ...argv, '--save', at('team.askance')])
  const shown = (): string => `${texts.out}${texts.err}`
  await until(() => /Ctrl-C/.test(texts.out), shown)
  const client = createClient({ baseUrl: /http:\S+(?=\/desk)/.exec(texts.out)![0], name: 'ann' })
  const path = { stream: 'file' }
  const { questions } = await unwrap(
    client.POST('/v1/streams/{stream}/questions/lease', { params: { path }, body: { count: 1 } }),
  )
  const id = questions[0]!.id
  const label = ['bug', 'billing'][Number(id.slice(2)) % 2]!
  await unwrap(
    client.POST('/v1/streams/{stream}/questions/{id}/answer', {
      params: { path: { ...path, id } },
      body: { label },
    }),
  )
  assert.equal(await ended, 0, shown())
  assert.match(texts.out, /^ {2}model +\S+team\.askance$/m)
  assert.match(await printed('predict', at('tickets.csv'), '--model', at('team.askance')), /^(bug|billing)\n/)
})
