import assert from 'node:assert/strict'
import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Random } from '@askance/core/internals'
import { Cache } from '../src/jobs/cache.js'
import { codeDigest } from '../src/jobs/code-digest.js'
import { contentAddress } from '../src/jobs/job.js'
import { coded, fileIn, temporaryFolder } from './support/sets.js'

describe('the cache', () => {
  test('finds what was stored, in this process and the next', (t) => {
    const path = join(temporaryFolder(t), 'deep', 'down', 'cache.jsonl')
    const first = new Cache(path)
    const values = [{ a: [1, 2.5, null] }, [], 'ü\n"x"', 0, false, { nested: { deep: true } }]
    values.forEach((value, k) => {
      first.set(`key ${k}`, value)
    })
    assert.equal(first.get('other'), undefined)
    first.close()
    const second = new Cache(path)
    values.forEach((value, k) => {
      assert.deepEqual(first.get(`key ${k}`), value)
      assert.deepEqual(second.get(`key ${k}`), value)
    })
    second.close()
  })

  test('without a path lives in memory alone', () => {
    const cache = new Cache()
    cache.set('a', 1)
    assert.equal(cache.get('a'), 1)
    cache.close()
    assert.equal(new Cache().get('a'), undefined)
  })

  test('the last word on a key counts', (t) => {
    const path = join(temporaryFolder(t), 'cache')
    const cache = new Cache(path)
    cache.set('a', 1)
    cache.set('a', 2)
    cache.close()
    const again = new Cache(path)
    assert.equal(again.get('a'), 2)
    again.close()
  })

  test('a line that was cut off anywhere costs that line alone, also for what is written after', (t) => {
    const folder = temporaryFolder(t)
    const whole = join(folder, 'whole')
    const cache = new Cache(whole)
    for (let k = 0; k < 3; k++) cache.set(`key ${k}`, { value: k, text: 'ä€😀' })
    cache.close()
    const bytes = readFileSync(whole)
    const start = bytes.lastIndexOf(0x0a, bytes.length - 2) + 1
    for (let end = start; end <= bytes.length; end++) {
      const path = fileIn(folder, `cut ${end}`, '')
      appendFileSync(path, bytes)
      truncateSync(path, end)
      const torn = new Cache(path)
      const isWhole = end >= bytes.length - 1
      assert.equal(torn.get('key 2') !== undefined, isWhole, `cut at ${end}`)
      assert.deepEqual(torn.get('key 1'), { value: 1, text: 'ä€😀' })
      torn.set('later', end)
      torn.close()
      const again = new Cache(path)
      assert.deepEqual([again.get('later'), again.get('key 1') !== undefined], [end, true], `cut at ${end}`)
      assert.equal(again.get('key 2') !== undefined, isWhole)
      again.close()
    }
  })

  test('lines of any length are found, wherever the pieces end in which they are read', (t) => {
    const path = join(temporaryFolder(t), 'cache')
    const cache = new Cache(path)
    const lengths = [3, 700_000, 400_000, 1_100_000, 2_500_000, 10]
    const textOf = (k: number): string => '€'.repeat(lengths[k] / 3)
    lengths.forEach((_, k) => {
      cache.set(`key ${k}`, textOf(k))
    })
    cache.close()
    const again = new Cache(path)
    lengths.forEach((_, k) => {
      assert.ok(again.get(`key ${k}`) === textOf(k), `key ${k}`)
    })
    again.close()
  })

  test('skips unreadable lines', (t) => {
    const lines = [
      '["a",1]',
      'nonsense',
      '["b"',
      'null',
      '5',
      '{"key":1}',
      '[]',
      '[7,8]',
      '[null,1]',
      '\u0000\u0000',
      '',
      '["c",{"d":3}]',
      '["e",4',
    ]
    const cache = new Cache(fileIn(temporaryFolder(t), 'cache', lines.join('\n')))
    assert.deepEqual(
      [cache.get('a'), cache.get('b'), cache.get('c'), cache.get('e')],
      [1, undefined, { d: 3 }, undefined],
    )
    cache.close()
  })

  test('two that write to one file at once lose nothing', (t) => {
    const path = join(temporaryFolder(t), 'cache')
    const [one, other] = [new Cache(path), new Cache(path)]
    const long = 'x'.repeat(20_000)
    for (let k = 0; k < 100; k++) {
      one.set(`one ${k}`, [k, long])
      other.set(`other ${k}`, [k, long])
    }
    one.close()
    other.close()
    const all = new Cache(path)
    for (let k = 0; k < 100; k++)
      for (const who of ['one', 'other']) assert.deepEqual(all.get(`${who} ${k}`), [k, long], `${who} ${k}`)
    all.close()
  })

  test('reports a path that cannot be written', (t) => {
    const folder = temporaryFolder(t)
    mkdirSync(join(folder, 'taken'))
    const file = fileIn(folder, 'file', '')
    for (const path of [join(folder, 'taken'), join(file, 'below')])
      assert.throws(() => new Cache(path), coded('cache/file', path))
  })
})

describe('addresses', () => {
  /** The same content with the keys of every object in another order. */
  const stirred = (value: unknown, random: Random): unknown => {
    if (Array.isArray(value)) return value.map((one) => stirred(one, random))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, one]) => ({ key, one, at: random.uniform() }))
    if (random.uniform() < 0.5) entries.push({ key: 'nothing', one: undefined, at: random.uniform() })
    entries.sort((a, b) => a.at - b.at)
    return Object.fromEntries(entries.map(({ key, one }) => [key, stirred(one, random)]))
  }

  test('the order of keys does not matter, nor what is undefined', () => {
    const content = { b: [1, { y: 2, x: 'z' }], a: { d: null, c: true }, 10: 'ten', 9: 'nine' }
    for (let seed = 1; seed <= 50; seed++)
      assert.equal(
        contentAddress(stirred(content, new Random(seed, 'stir'))),
        contentAddress(content),
        `seed ${seed}`,
      )
    assert.equal(contentAddress({ a: undefined }), contentAddress({}))
  })

  test('all else does', () => {
    const contents = [
      {},
      [],
      null,
      0,
      '',
      '0',
      false,
      { a: 1 },
      { a: '1' },
      { a: null },
      { b: 1 },
      { a: { b: 1 } },
      { a: [1] },
      [1, 2],
      [2, 1],
      [[1], 2],
      [{ a: 1 }],
      { a: 1.0000000000000002 },
      { a: 1, b: 2 },
    ]
    assert.equal(new Set(contents.map(contentAddress)).size, contents.length)
    assert.match(contentAddress({}), /^[\w-]{43}$/)
  })
})

test('the digest of the code is the same all the time', () => {
  const digest = codeDigest()
  assert.match(digest, /^[0-9a-f]{64}$/)
  assert.equal(codeDigest(), digest)
})
