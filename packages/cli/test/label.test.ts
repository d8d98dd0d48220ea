// Own process: it runs, kills and stops services.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { openData } from '@askance/data'
import { createClient, unwrap } from '@askance/server/client'
import type { LabelFile } from '../src/commands/label/file.js'
import { sendFile } from '../src/commands/label/stream.js'
import { askance, folder, printed, printedJson } from './tools/askance.js'
import { launched } from './tools/served.js'
import { until } from './tools/until.js'

const unix = { skip: process.platform === 'win32' }

const WORDS = { bug: ['error', 'crash', 'broken'], billing: ['invoice', 'refund', 'price'] }
const ROWS = 120

const truthOf = (k: number): 'bug' | 'billing' => (k % 3 === 0 ? 'billing' : 'bug')

const textOf = (k: number): string => {
  const words = WORDS[truthOf(k)]
  return `Please ""help"":\n${words[k % 3]} ${words[(k + 1) % 3]} again; no. ${k}`
}

/** Tickets as people have them: a byte order mark, semicolons, decimal commas, dates, ids, line breaks in quotes. */
const tickets = (label?: (k: number) => string): string => {
  const rows = Array.from({ length: ROWS }, (_, k) => {
    const cells = [
      `T-${1000 + k}`,
      `${1 + (k % 28)}.${1 + (k % 9)}.2025 14:05`,
      `1.${100 + k},5`,
      `"${textOf(k)}"`,
    ]
    return [...cells, ...(label ? [label(k)] : [])].join(';')
  })
  return `\ufeffTicket-ID;Erstellt;Betrag;Text${label ? ';Thema' : ''}\r\n${rows.join('\r\n')}\r\n`
}

/** Starts the command and waits for its address. */
const started = async (t: TestContext, argv: readonly string[]) => {
  const { child, texts, ended } = launched(t, ['label', '--port', '0', '--no-open', ...argv])
  const shown = (): string => `${texts.out}${texts.err}`
  await until(() => child.exitCode !== null || /Ctrl-C/.test(texts.out), shown)
  const url = /http:\S+(?=\/desk)/.exec(texts.out)?.[0] ?? assert.fail(shown())
  return { child, texts, ended, url }
}

const path = { stream: 'file' }

/** Somebody who leases one question at a time and knows the answers. */
const person = (baseUrl: string, name: string) => {
  const client = createClient({ baseUrl, name })
  const lease = async (): Promise<string | undefined> => {
    const { questions } = await unwrap(
      client.POST('/v1/streams/{stream}/questions/lease', { params: { path }, body: { count: 1 } }),
    )
    return questions[0]?.id
  }
  const answer = async (id: string): Promise<void> => {
    const label = truthOf(Number(id.slice(2)) - 1000)
    const params = { path: { ...path, id } }
    await unwrap(client.POST('/v1/streams/{stream}/questions/{id}/answer', { params, body: { label } }))
  }
  return { lease, answer }
}

/** Whether the model was re-fitted for about this many labels, so that no re-fit is due before another answer. */
const isRefitted = async (url: string, labels: number): Promise<boolean> => {
  const log = await (await fetch(`${url}/v1/streams/${path.stream}/log`)).text()
  const events = log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'refit-begun' || type === 'refit-finished')
  const [begun, finished] = events.slice(-2)
  return finished?.type === 'refit-finished' && labels < 1.15 * begun.labels
}

test('long items and examples are sent in requests that the service accepts', async () => {
  const long = 'long text '.repeat(10_000)
  const lines = Array.from({ length: 60 }, (_, k) =>
    JSON.stringify({ text: `${long}${k}`, label: truthOf(k) }),
  )
  const data = await openData(new File([lines.join('\n')], 'long.jsonl'), { as: 'items' })
  const sizes: Record<string, number[]> = { items: [], examples: [] }
  const client = createClient({
    baseUrl: 'http://service',
    fetch: async (request) => {
      const { method, url } = request as Request
      if (method === 'GET') return Response.json({ status: { counts: { items: 0, taught: 0 } } })
      sizes[url.split('/').at(-1) ?? '']?.push((await (request as Request).arrayBuffer()).byteLength)
      return Response.json({})
    },
  })
  const progress: number[] = []
  const file = { data, items: 60, labelled: 60, known: new Map() } as unknown as LabelFile
  await sendFile(client, file, [], (sent) => {
    progress.push(sent)
  })
  assert.equal(progress.at(-1), 60)
  for (const [route, found] of Object.entries(sizes)) {
    assert.ok(found.length > 1, route)
    assert.ok(Math.max(...found) < 8 * 2 ** 20, `${route}: ${found}`)
  }
})

describe('askance label --simulate', () => {
  test('compares the estimate with the truth, in one line of JSON', async (t) => {
    const file = folder(t)('tickets.csv')
    writeFileSync(file, tickets(truthOf))
    const argv = ['label', file, '--label-column', 'Thema', '--simulate', '--labels', '60']
    const result = await printedJson(...argv)
    assert.deepEqual([result.items, result.asked], [ROWS, 60])
    for (const { value, low, high, true: truth } of [result.accuracy, result.f1]) {
      assert.ok(low <= value && value <= high && low >= 0 && high <= 1)
      assert.ok(truth > 0.9, String(truth))
    }
    assert.deepEqual(await printedJson(...argv), result, 'the same seed gives the same result')
    const out = folder(t)('all.csv')
    const text = await printed(...argv, '--out', out)
    assert.ok(readFileSync(out, 'utf8').includes('T-1000'), 'the earlier name of --output')
    assert.match(text, /^ {2}id +Ticket-ID/m)
    assert.match(text, /^ {2}dates +Erstellt/m)
    assert.match(text, /accuracy .*true value \d/)
  })

  test('a column with other values than the classes is not the label', async (t) => {
    const file = folder(t)('tickets.csv')
    writeFileSync(
      file,
      tickets((k) => (k % 2 ? 'mail' : 'web')),
    )
    const { code, out, err } = await askance(['label', file, '--classes', 'bug,billing', '--simulate'])
    assert.notEqual(code, 0)
    assert.match(err, /found no labels: column \S+ has other values \(\S+, \S+\), so it is not the label; /)
    assert.equal(out, '')
  })

  test('examples are texts for the longest text of the file, or have its columns', async (t) => {
    const at = folder(t)
    const words = {
      bug: 'it shows an error and has a crash',
      billing: 'the invoice and the refund are wrong',
    }
    const rows = Array.from({ length: 60 }, (_, k) => {
      const label = truthOf(k)
      return [
        k,
        `a question from place ${k % 7} no ${k}`,
        `${words[label]}, says customer ${k} of the shop`,
        label,
      ]
    })
    writeFileSync(
      at('two.csv'),
      `price,subject,body,label\n${rows.map((row) => row.map((one) => `"${one}"`).join()).join('\n')}\n`,
    )
    writeFileSync(at('texts.csv'), 'text,label\na crash and an error,bug\nwrong invoice and refund,billing\n')
    writeFileSync(
      at('columns.csv'),
      'body,label\na crash and an error,bug\nwrong invoice and refund,billing\n',
    )
    writeFileSync(at('other.csv'), 'colour,label\nred,bug\nblue,billing\n')
    const simulated = (examples: string) =>
      askance(['label', at('two.csv'), '--simulate', '--labels', '1', '--json', '--examples', at(examples)])
    const [texts, columns] = [await simulated('texts.csv'), await simulated('columns.csv')]
    assert.ok(JSON.parse(texts.out).accuracy.true > 0.95, texts.out)
    assert.equal(texts.out, columns.out)
    const { err } = await simulated('other.csv')
    assert.match(err, /other\.csv:2: the example has nothing .*expected a column text, or one of .*body/)
  })

  test('finds items by words, and starts with those whose class is known', async (t) => {
    const file = folder(t)('tickets.csv')
    writeFileSync(file, tickets(truthOf))
    const found = await printedJson('label', file, '--search', 'REFUND help')
    assert.equal(found.count, ROWS / 3)
    assert.equal(found.items.length, 20)
    assert.deepEqual(found.items[1], { id: 'T-1003', title: 'Please "help": invoice refund again; no. 3' })
    const text = await printed('label', file, '--search', 'refund help')
    assert.match(
      text,
      /^40 items with "refund help"\n {2}T-1000 {2}Please "help": invoice refund again; no. 0\n/,
    )
    assert.match(text, /… and 20 more\n\n.*--known "T-1000=CLASS"\n$/)
    assert.match(await printed('label', file, '--search', 'nowhere'), /^0 items with "nowhere"\n$/)

    const simulated = ['label', file, '--label-column', 'Thema', '--simulate', '--labels', '1']
    const known = ['--known', 'T-1000=billing', '--known', 'T-1001=bug', '--known', 'T-1003=billing']
    const { asked, accuracy } = await printedJson(...simulated, ...known)
    assert.deepEqual([asked, accuracy.true > 0.9], [1, true])
    for (const [pair = '', message] of [
      ['T-1=bug', /tickets\.csv: no item T-1; --search WORDS lists items/],
      ['T-1000=bugs', /found the label bugs, expected one of/],
      ['T-1000', /--known: found T-1000, expected ID=CLASS/],
    ] as const) {
      const { code, err } = await askance([...simulated, '--known', pair])
      assert.notEqual(code, 0)
      assert.match(err, message)
    }
  })

  test('says what is missing', async (t) => {
    const at = folder(t)
    writeFileSync(at('tickets.csv'), tickets())
    writeFileSync(at('more.csv'), 'Text;Thema\nerror;bugs\n')
    const fails = async (argv: readonly string[], message: RegExp): Promise<void> => {
      const { code, err } = await askance(['label', at('tickets.csv'), ...argv])
      assert.notEqual(code, 0)
      assert.match(err, message)
    }
    await fails([], /no labels in the file, expected at least two classes; name them with --classes/)
    await fails(['--simulate', '--classes', 'bug,billing'], /--simulate answers the questions/)
    await fails(['--classes', 'bug'], /expected at least two labels/)
    const withComma = ['--classes', 'bug, login', '--classes', 'billing', '--known', 'T-1000=bug']
    await fails(withComma, /found the label bug, expected one of "bug, login", billing/)
    writeFileSync(at('all.csv'), tickets(truthOf))
    const { err } = await askance(['label', at('all.csv'), '--label-column', 'Thema', '--no-open'])
    assert.match(err, /every item has a label already \(column Thema\), so there is nothing to ask/)
    await fails(
      ['--classes', 'bug,billing', '--examples', at('more.csv'), '--no-open'],
      /more\.csv:2.*found the label bugs, expected one of bug, billing/,
    )
  })
})

describe('askance label: the process', unix, () => {
  test('two people, a crash, and a labelled file', async (t) => {
    const at = folder(t)
    const file = at('tickets.csv')
    writeFileSync(file, tickets())
    const known = ['--known', 'T-1000=billing', '--known', 'T-1001=bug']
    const argv = [file, '--classes', 'bug,billing', '--labels', '40', '--exit']
    const first = await started(t, [...argv, ...known])
    const [ann, bob] = [person(first.url, 'ann'), person(first.url, 'bob')]
    const answered = new Set(['T-1000', 'T-1001'])
    for (let k = 0; k < 10; k++)
      for (const one of [ann, bob]) {
        const id = await one.lease()
        assert.ok(id !== undefined && !answered.has(id), `${id} is asked twice`)
        await one.answer(id)
        answered.add(id)
      }
    // The next question is better after a re-fit, which is computed in the background.
    await until(() => isRefitted(first.url, answered.size))
    // What a crash at this moment would leave on the disk.
    const { pid } = first.child
    first.child.kill('SIGSTOP')
    await until(() =>
      execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('T'),
    )
    for (const name of readdirSync(dirname(file)).filter((one) => one.startsWith('tickets.csv.askance')))
      copyFileSync(at(name), at(name.replace('tickets.csv', 'crashed')))
    first.child.kill('SIGCONT')
    const held = await ann.lease()
    first.child.kill('SIGKILL')
    await first.ended

    const between = await started(t, [...argv, '--state', at('crashed.askance')])
    assert.equal(await person(between.url, 'ann').lease(), held, 'the question that would have come')
    between.child.kill('SIGKILL')
    await between.ended

    const second = await started(t, argv)
    const cyd = person(second.url, 'cyd')
    assert.equal(await cyd.lease(), held, 'the question that was open is asked first')
    for (let id = await cyd.lease(); id !== undefined; id = await cyd.lease()) {
      assert.ok(!answered.has(id), `${id} is asked again`)
      await cyd.answer(id)
      answered.add(id)
    }
    assert.equal(await second.ended, 0)
    assert.equal(answered.size, 42)
    assert.match(second.texts.out, /^40 answers, 120 items labelled\./m)

    const labelled = readFileSync(at('tickets.labelled.csv'), 'utf8')
    const [head, ...rest] = labelled.split('\r\n')
    assert.equal(
      head,
      '\ufeffTicket-ID;Erstellt;Betrag;Text;label;probability;probability:bug;probability:billing;source;by',
    )
    assert.ok(rest[0]?.startsWith(`T-1000;1.1.2025 14:05;1.100,5;"${textOf(0)}";billing;`), rest[0])
    const sources = rest.map((line) => /;(answer;(?:ann|bob|cyd)|prediction;)$/.exec(line)?.[1] ?? '')
    assert.deepEqual(
      ['answer;ann', 'answer;bob', 'answer;cyd', 'prediction;'].map(
        (source) => sources.filter((one) => one === source).length,
      ),
      [10, 10, 20, 78],
    )
    const {
      instances,
      labelled: labels,
      classSizes,
    } = await printedJson('data', 'check', at('tickets.labelled.csv'))
    assert.deepEqual([instances, labels], [ROWS, ROWS])
    assert.deepEqual(Object.keys(classSizes).sort(), ['billing', 'bug'])
  })
})
