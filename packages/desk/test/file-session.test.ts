import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toFileProblem } from '../src/parts/file/problem.js'
import { corrected } from '../src/streams/file/corrections.js'
import { noCorrections, type OutgoingItem, type ReadingEvent } from '../src/streams/file/engine/messages.js'
import { FileSession } from '../src/streams/file/engine/session.js'
import { fileForm, formClasses, nothingToAsk, withClasses } from '../src/streams/file/file-form.js'

const csv = (rows: readonly string[]): File => new File([`id;text;team\n${rows.join('\n')}\n`], 'tickets.csv')
const rows = Array.from(
  { length: 1200 },
  (_, k) => `T-${k};ticket number ${k} is late;${k % 2 ? 'bus' : 'train'}`,
)

const openedSession = async (file: File, corrections = noCorrections) => {
  const session = new FileSession()
  const events: ReadingEvent[] = []
  const facts = await session.open(file, corrections, (event) => events.push(event))
  assert.ok(facts)
  return { session, facts, events }
}

const allItems = async (session: FileSession): Promise<readonly (readonly OutgoingItem[])[]> => {
  const batches = []
  for (let batch = await session.next(); batch; batch = await session.next()) batches.push(batch)
  return batches
}

describe('a file to label', () => {
  test('is understood before it is counted', async () => {
    const { facts, events } = await openedSession(csv(rows))
    assert.equal(events[0]?.kind, 'understood')
    assert.deepEqual(
      facts.columns.map(({ name, role }) => [name, role]),
      [
        ['id', 'id'],
        ['text', 'text'],
        ['team', 'label'],
      ],
    )
    assert.deepEqual(facts.columns[2]?.samples, ['train', 'bus'])
    const accounts = [7, 8, 8].map((end) => `{"account":123456789012345678${end},"text":"late"}\n`)
    const { facts: long } = await openedSession(new File(accounts, 'accounts.jsonl'))
    assert.deepEqual(long.columns[0]?.samples, ['1234567890123456787', '1234567890123456788'])
    assert.deepEqual([facts.items, facts.textPlace], [1200, true])
    assert.deepEqual(facts.labels, [
      { name: 'bus', count: 600 },
      { name: 'train', count: 600 },
    ])
  })

  test('is read again with other roles, without looking for another label', async () => {
    const { facts } = await openedSession(csv(rows))
    const without = corrected(noCorrections, facts.columns, 'team', 'category')
    const { facts: changed, session } = await openedSession(csv(rows), without)
    assert.deepEqual(changed.labels, [])
    assert.deepEqual(
      changed.columns.map(({ role }) => role),
      ['id', 'text', 'category'],
    )
    assert.ok((await session.vectorizer(2))?.columns)
  })

  test('is sent in batches, and then its labels of known classes and the chosen ones', async () => {
    const { session } = await openedSession(csv(rows))
    session.sendItems()
    const batches = await allItems(session)
    assert.deepEqual(
      batches.map(({ length }) => length),
      [500, 500, 200],
    )
    // The values of all columns are sent for exports, but the text not twice.
    const fields = ['T-0', null, 'train']
    assert.deepEqual(batches[0]?.[0], { id: 'T-0', text: 'ticket number 0 is late', fields })
    assert.deepEqual(session.sourceFile()?.columns, ['id', 'text', 'team'])
    session.sendExamples({ classes: ['bus', 'plane'], chosen: { 'T-0': 'plane' } })
    const examples = (await allItems(session)).flat()
    assert.equal(examples.length, 601)
    assert.deepEqual(examples[0], { id: 'T-0', text: 'ticket number 0 is late', label: 'plane' })
  })

  test('with long texts is sent in smaller batches', async () => {
    const long = Array.from({ length: 5 }, (_, k) => `T-${k};${'late '.repeat(200_000)};bus`)
    const { session } = await openedSession(csv(long))
    session.sendItems()
    assert.deepEqual(
      (await allItems(session)).map(({ length }) => length),
      [2, 2, 1],
    )
  })

  test('is searched for all words, with the ids that are sent', async () => {
    const { session } = await openedSession(csv([...rows, 'T-7;again LATE, twice;bus']))
    assert.deepEqual(await session.search('late twice', 8), [
      { id: 'T-7 (1202)', title: 'again LATE, twice' },
    ])
    assert.equal((await session.search('ticket', 8)).length, 8)
    assert.deepEqual(await session.search(' ', 8), [])
  })

  test('that is opened meanwhile replaces the first', async () => {
    const session = new FileSession()
    const first = session.open(csv(rows), noCorrections, () => {})
    const second = await session.open(csv(rows.slice(0, 10)), noCorrections, () => {})
    assert.equal(await first, undefined)
    assert.equal(second?.items, 10)
  })

  test('that cannot be read says where', async () => {
    const file = new File(['id,text\n1,"a"\n2,"b"c\n'], 'bad.csv')
    const problem = await new FileSession().open(file, noCorrections, () => {}).catch(toFileProblem)
    assert.deepEqual(
      { ...problem, message: '' },
      {
        code: 'csv/quote-followed',
        message: '',
        file: 'bad.csv',
        line: 3,
        column: 6,
      },
    )
  })

  test('can be read without its invalid records', async () => {
    const file = new File(['id,text,label\n1,"a b",x\n2,"b"c,y\n3,c d,y\n'], 'bad.csv')
    const { facts } = await openedSession(file, { ...noCorrections, skip: true })
    assert.deepEqual([facts.items, facts.skipped], [2, 1])
  })

  test('without columns is shown by its first items', async () => {
    const { facts } = await openedSession(new File(['1 1:0.5\n0 2:1\n'], 'numbers.libsvm'))
    assert.deepEqual([facts.columns, facts.items, facts.preview], [[], 2, ['1', '2']])
  })
})

test('classes of a file can be removed and others added', async () => {
  const { facts } = await openedSession(csv(rows))
  const form = withClasses(fileForm('tickets.csv'), facts, ['train', 'plane'])
  assert.deepEqual([form.title, form.removed, form.added], ['tickets', ['bus'], ['plane']])
  assert.deepEqual(formClasses(form, facts), ['train', 'plane'])
  // They stay when the label column is corrected.
  assert.deepEqual(formClasses(form, { ...facts, labels: [] }), ['plane'])
})

test('a file without items or with a label for each has nothing to ask', () => {
  const labels = [
    { name: 'bug', count: 3 },
    { name: 'other', count: 2 },
  ]
  assert.match(nothingToAsk({ items: 0, labels: [] }, ['bug', 'other']) ?? '', /no items/)
  assert.match(nothingToAsk({ items: 5, labels }, ['bug', 'other']) ?? '', /Every item has a label/)
  assert.equal(nothingToAsk({ items: 6, labels }, ['bug', 'other']), undefined)
  assert.equal(nothingToAsk({ items: 5, labels }, ['bug', 'new']), undefined)
})
