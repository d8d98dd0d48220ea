import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { citations } from '@askance/core/internals'
import { checkDataSet, dataSetPath, dataSets, findDataSet, type Item, spamassassinMails } from '@askance/data'
import { mailDate } from '../src/mail/date.js'
import { mailHead } from '../src/mail/headers.js'
import { temporaryFile, temporaryFolder } from './support/files.js'

describe('the list', () => {
  test('says of every set what it is, and nothing impossible', () => {
    assert.equal(new Set(dataSets.map(({ name }) => name)).size, dataSets.length)
    for (const { name, papers, task, instances, features, classes, origin, urls, copy, notes } of dataSets) {
      for (const paper of papers) assert.ok(citations[paper], `${name}: ${paper}`)
      assert.ok(instances > 0 && classes >= 2 && origin.length > 10 && notes.length > 5, name)
      assert.equal(features === undefined, task === 'text', name)
      assert.equal(task === 'multiclass' ? classes > 2 : task === 'text' || classes === 2, true, name)
      for (const url of urls ?? []) assert.match(url, /^https:\/\/[\w.]+\/\S+[^/]$/)
      if (!copy) continue
      assert.match(copy.sha256, /^[\da-f]{64}$/)
      assert.ok(copy.file.startsWith(`${name}.`) && copy.bytes > 1000, name)
    }
  })

  test('has what the papers name', () => {
    const named = [
      ['cesa-bianchi-2009', 'a9a rcv1'],
      ['moroshko-2014', 'usps'],
      ['lu-2016', 'a8a magic04 svmguide1 w8a url webspam rcv1 news20 rcv1_multiclass 20newsgroups'],
      ['hao-2017', 'a8a covtype higgs kddcup99_10pct letter magic04'],
      ['zhai-2022', 'basehock pcmac farm_ads gisette spam_corpus url_day0'],
      ['zhai-2022', '20newsgroups letter mnist connect-4 acoustic covtype'],
    ] as const
    for (const [paper, names] of named)
      for (const name of names.split(' '))
        assert.ok(findDataSet(name).papers.includes(paper), `${paper}: ${name}`)
  })
})

describe('a folder of data', () => {
  const folder = mkdtempSync(join(temporaryFolder, 'sets-'))
  for (const file of ['a9a.libsvm.bz2', 'mails.jsonl.gz', 'plain', 'both.libsvm', 'both.libsvm.gz'])
    writeFileSync(join(folder, file), '')

  test('is searched for all endings', () => {
    const found = ['a9a', 'mails', 'plain', 'both'].map((name) => dataSetPath(name, folder))
    const files = ['a9a.libsvm.bz2', 'mails.jsonl.gz', 'plain', 'both.libsvm']
    assert.deepEqual(
      found,
      files.map((file) => join(folder, file)),
    )
  })

  test('without the set says how to get it', () => {
    assert.throws(() => dataSetPath('w8a', folder), {
      code: 'dataset/absent',
      message: /askance data get w8a/,
    })
    assert.throws(() => dataSetPath('farm_ads', folder), { code: 'dataset/absent', message: /farm-ads-vect/ })
    assert.throws(() => dataSetPath('what', folder), { code: 'dataset/absent', message: /what\.libsvm/ })
    assert.throws(() => findDataSet('mnits'), { code: 'dataset/unknown', message: /did you mean mnist/ })
  })
})

test('a file is counted and compared', async () => {
  const facts = { instances: 3, features: 5, classes: 2 }
  const check = async (name: string, content: string) => {
    const { understanding, ...counts } = await checkDataSet(temporaryFile(name, content), facts)
    assert.equal(understanding.format, name.split('.')[1])
    return counts
  }
  const sizes = { labelled: 3, classSizes: { '1': 2, '-1': 1 } }
  assert.deepEqual(await check('right.libsvm', '1 1:1 5:2\n-1\n1 2:1\n'), { ...facts, ...sizes, faults: [] })
  assert.deepEqual((await check('wrong.libsvm', '1 1:1 6:2\n-1\n0 2:1\n1\n')).faults, [
    'instances: found 4, expected 3',
    'classes: found 3, expected 2',
    'features: found 6, expected 5',
  ])
  const text = await check('text.jsonl', '{"label":"a","text":"x"}\n{"label":"b","text":"y"}\n{"text":"z"}\n')
  const labelled = { labelled: 2, classSizes: { a: 1, b: 1 } }
  assert.deepEqual(text, { instances: 3, features: 0, classes: 2, ...labelled, faults: [] })
  const named = await check('names.vw', '1 |a x y |b x\n-1 |a z\n1 |\n')
  assert.deepEqual(named, { instances: 3, features: 4, classes: 2, ...sizes, faults: [] })
  await assert.rejects(check('broken.libsvm', '1 1:x\n'), { code: 'libsvm/value-malformed' })
})

describe('mails', () => {
  const all = async (source: ReturnType<typeof spamassassinMails>): Promise<Item[]> => {
    const items: Item[] = []
    for await (const batch of source.batches()) items.push(...batch)
    return items
  }

  test('dates are read as people and programs write them', () => {
    const dates: [string, string | undefined][] = [
      ['Thu, 22 Aug 2002 12:36:16 +0100', '2002-08-22T11:36:16.000Z'],
      ['22 Aug 2002 12:36:16 -0430', '2002-08-22T17:06:16.000Z'],
      ['Thu Aug 22 12:36:23 2002', '2002-08-22T12:36:23.000Z'],
      ['Thu Sep  5 23:42:38 2002', '2002-09-05T23:42:38.000Z'],
      ['Mon, 24 Jun 02 14:10:30 Pacific Daylight Time', '2002-06-24T14:10:30.000Z'],
      ['Fri, 05 Jul 102 08:00:01 PDT', '2002-07-05T15:00:01.000Z'],
      ['8-Sep-99 7:05', '1999-09-08T07:05:00.000Z'],
      ['Wed, 31 December 2003 (late)', '2003-12-31T00:00:00.000Z'],
      ['32 Aug 2002 12:00', undefined],
      ['1 Aug 2002 25:00', undefined],
      ['yesterday', undefined],
      ['', undefined],
    ]
    for (const [text, expected] of dates) assert.equal(mailDate(text)?.toISOString(), expected, text)
  })

  test('the day of delivery counts before what the sender says', () => {
    const date = (head: string): string | undefined =>
      mailHead(`${head}\n\nDate: 1 Jan 1999`).date?.toISOString()
    const sender = 'Date: Tue, 1 Jan 2030 00:00:00 +0000'
    assert.equal(date(sender), '2030-01-01T00:00:00.000Z')
    assert.equal(date(`From x@y  Thu Aug 22 12:36:23 2002\n${sender}`), '2002-08-22T12:36:23.000Z')
    const received =
      'Received: from a\n\tby b; Wed, 21 Aug 2002 00:00:00 +0000\nReceived: by c; 1 Jan 1999 00:00'
    assert.equal(
      date(`From x@y  Thu Aug 22 12:36:23 2002\r\n${received}\n${sender}`),
      '2002-08-21T00:00:00.000Z',
    )
    assert.equal(date('Subject: no date'), undefined)
    assert.deepEqual(mailHead('SUBJECT: a\r\n\tb\r\nfrom: Me <m@e>\r\n\r\nSubject: c').subject, 'a b')
  })

  test('come in the order of their days, undated ones last as they were', async () => {
    const mail = (id: string, group: string, date: string) => ({
      id,
      group,
      text: `From a@b ${date}\nSubject: s${id}\nFrom: a@b\n\nbody`,
    })
    const mails = [
      mail('1', 'spam-1', 'never'),
      mail('2', 'easy-ham-1', 'Fri Aug 23 12:00:00 2002'),
      mail('3', 'hard-ham-1', 'never'),
      mail('4', 'spam-2', 'Thu Aug 22 12:00:00 2002'),
    ]
    const items = await all(spamassassinMails({ load: async () => mails }))
    assert.deepEqual(
      items.map(({ id, label, line }) => [id, label, line]),
      [
        ['spam-2/4', 'spam', 1],
        ['easy-ham-1/2', 'ham', 2],
        ['spam-1/1', 'spam', 3],
        ['hard-ham-1/3', 'ham', 4],
      ],
    )
    assert.equal(items[0].text, 'Subject: s4\nFrom: a@b\n\nbody')
    assert.deepEqual(items[0].meta, {
      subject: 's4',
      from: 'a@b',
      date: '2002-08-22T12:00:00.000Z',
      group: 'spam-2',
    })
  })

  test('of the whole corpus are all dated and in order', async (context) => {
    const items = await all(spamassassinMails()).catch((error: { code?: string }) => {
      if (error.code !== 'dataset/package') throw error
      return context.skip('the optional package is not installed')
    })
    if (!items) return
    assert.equal(items.length, findDataSet('spamassassin').instances)
    assert.equal(new Set(items.map(({ id }) => id)).size, 6046)
    assert.equal(items.filter(({ label }) => label === 'spam').length, 1896)
    const dates = items.map(({ meta }) => String(meta?.date))
    assert.deepEqual(dates, dates.toSorted())
    assert.ok(dates.every((date) => date > '2001-06' && date < '2003'))
  })
})
