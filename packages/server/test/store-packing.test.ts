import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '@askance/core/internals'
import { packEvents, unpackEvents } from '../src/store/packing.js'
import { eventsOf, withoutMark } from '../src/store/whole-events.js'

const decision =
  '{"type":"observed","t":2901,"id":"01a1e55c-5231-7000-a05d-251521d884f7","time":1794849395250,"predicted":"yes","scores":[7.126664142885779],"margin":7.126664142885779,"confidence":0.9991796035532577,"threshold":0.49455971141715377,"probability":0.011833485722668808,"coin":0.9999786737884656,"asked":false,"budget":{"spent":76,"rate":0.01208000000000004,"dial":0.6345254785958666},"modelVersion":76,"shadow":"yes","trace":{"doubt":[7.126664142885779,0,0,0,0,0],"thinning":1,"measure":0.003999988767272689,"audit":0.0012,"random":false,"lengths":[0,0]},"item":true}'

test('a packed page is the same after it is unpacked, whatever its characters', () => {
  for (const events of ['', 'a\0b\u0001\ud800 é 漢字 😀\n{}', decision, `${decision}\n`.repeat(500)])
    assert.equal(unpackEvents(packEvents(events)), events)
})

test('a page of one decision takes less than a third of its characters', () => {
  assert.ok(packEvents(decision).length < decision.length / 3, `${packEvents(decision).length} bytes`)
})

test('a page that an earlier build has packed can be read', () => {
  const packed = 'AcOZJHMTM3MUzJFSXnFBYi5SjFqaWJhYGluaGpkaQFOpY16eUi0A'
  assert.equal(
    unpackEvents(Buffer.from(packed, 'base64')),
    '{"type":"answered","id":"mail 7","label":"spam","time":1794849395250,"by":"Ann"}',
  )
})

test('a long page takes less than a fourth of its characters', () => {
  const random = new Random(1, 'pages')
  const changed = () =>
    decision.replace(/\d{12,}/g, (digits) => String(random.uniform()).slice(2, 2 + digits.length))
  const events = Array.from({ length: 100 }, changed).join('\n')
  assert.equal(unpackEvents(packEvents(events)), events)
  assert.ok(packEvents(events).length < events.length / 4, `${packEvents(events).length} of ${events.length}`)
})

test('a damaged page is an error of the store, with its number', () => {
  const packed = packEvents(decision)
  const long = packEvents(`${decision}\n`.repeat(20))
  packed[5] = (packed[5] ?? 0) ^ 255
  for (const bytes of [packed.subarray(0, 9), long.subarray(0, 20), Uint8Array.of(9, 9), new Uint8Array(0)])
    assert.throws(() => eventsOf({ seq: 12, events: '', packed: bytes }), {
      code: 'store/broken',
      message: /page 12/,
    })
})

test('the mark of a stored item is found only at the end of a line', () => {
  assert.equal(withoutMark('{"id":"a","item":true}'), '{"id":"a"}')
  for (const line of [
    '{"by":",\\"item\\":true}"}',
    '{"config":{"a":1,"item":true}}',
    '{"item":true,"id":"a"}',
  ])
    assert.equal(withoutMark(line), line)
})
