import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AskanceError, decodeModel, encodeModel, MODEL_FORMAT, Random, type State } from '../src/internals.js'
import { crc32 } from '../src/state/crc32.js'
import { matched, unmatched } from '../src/state/matches.js'
import { packArray, unpackArray } from '../src/state/packing.js'
import { listedValues } from '../src/state/repeated.js'
import { loadedPaper, type PaperModel, paperModel } from './support/paper.js'
import { playModelRound } from './support/play.js'
import { makeStream } from './support/streams.js'

const trained = (algorithm: string): PaperModel => {
  const model = paperModel({ algorithm, classes: ['no', 'yes'], seed: 3 })
  for (const example of makeStream('sparse', 3, 40).examples) playModelRound(model, example)
  return model
}

/** The bytes with another checksum that fits them: what somebody else's software could have written. */
const resealed = (bytes: Uint8Array): Uint8Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint32(bytes.length - 4, crc32(bytes.subarray(0, -4)), true)
  return bytes
}

const changed = (bytes: Uint8Array, at: number, value: number): Uint8Array => {
  const copy = bytes.slice()
  copy[at] = value
  return copy
}

test('CRC-32 gives its known values', () => {
  const crcOf = (text: string) => crc32(new TextEncoder().encode(text))
  assert.equal(crcOf('123456789'), 0xcbf43926)
  assert.equal(crcOf(''), 0)
  assert.equal(crcOf('The quick brown fox jumps over the lazy dog'), 0x414fa339)
})

test('A state comes back with every bit: −0, infinities, NaN, the smallest and the largest numbers', () => {
  const numbers = [0, -0, 1 / 3, Number.MIN_VALUE, Number.MAX_VALUE, Number.EPSILON]
  const odd = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN]
  const state: State = {
    plain: -0,
    nan: Number.NaN,
    infinite: Number.NEGATIVE_INFINITY,
    group: {
      floats: Float64Array.from([...numbers, ...odd]),
      integers: Int32Array.of(-1, 2 ** 31 - 1, -(2 ** 31)),
      deeper: { empty: new Float64Array(0), three: Int32Array.of(1, 2, 3), 'odd name é': 4 },
    },
  }
  const config = { text: 'ünïcode ☂', list: [1, 'two', null], nested: { yes: true } }
  const decoded = decodeModel(encodeModel({ config, state }, 'test'))
  assert.deepEqual(decoded.config, config)
  for (const name of ['plain', 'nan', 'infinite'])
    assert.ok(Object.is(decoded.state[name], state[name]), name)
  assert.deepEqual(decoded.state.group, state.group)
})

test('A file is read from the middle of a larger buffer too', () => {
  const bytes = trained('PAA-II').save()
  const buffer = new Uint8Array(bytes.length + 13)
  buffer.set(bytes, 5)
  assert.deepEqual(loadedPaper(buffer.subarray(5, 5 + bytes.length)).save(), bytes)
})

test('Notes come back, and saving twice gives the same bytes', () => {
  const { classifier } = trained('D-AMD')
  classifier.notes = { position: 17, reader: { delimiter: ';' } }
  const bytes = classifier.save()
  assert.deepEqual(classifier.save(), bytes)
  assert.deepEqual(loadedPaper(bytes).classifier.notes, classifier.notes)
})

test('A file that is no model file is called so', () => {
  const files = [
    new Uint8Array(0),
    new TextEncoder().encode('ASKANCE\n'),
    new TextEncoder().encode('1 3:0.5 7:1\n'.repeat(9)),
  ]
  for (const bytes of files) assert.throws(() => decodeModel(bytes), { code: 'model/format' })
  const store = new TextEncoder().encode(`SQLite format 3\0${' '.repeat(80)}`)
  assert.throws(() => decodeModel(store), { code: 'model/format', message: /store of a service/ })
  for (let at = 0; at < 8; at++)
    assert.throws(() => decodeModel(changed(trained('PE').save(), at, 0)), { code: 'model/format' })
})

test('A file of a later format is refused, of whatever sort the rest is', () => {
  for (const format of [0, MODEL_FORMAT + 1, 255])
    assert.throws(() => decodeModel(changed(trained('PE').save(), 8, format)), { code: 'model/version' })
})

test('A truncated file is refused at any length', () => {
  const bytes = trained('LASEC-SS').save()
  for (let length = 0; length < bytes.length; length += length < 64 ? 1 : 37)
    assert.throws(() => loadedPaper(bytes.slice(0, length)), AskanceError, `${length} bytes`)
  assert.throws(() => loadedPaper(bytes.slice(0, -1)), { code: 'model/checksum' })
  assert.throws(() => loadedPaper(Uint8Array.from([...bytes, 0])), { code: 'model/checksum' })
})

test('A flipped bit anywhere is noticed', () => {
  const bytes = trained('SOAL').save()
  const random = new Random(1, 'bits')
  for (let n = 0; n < 500; n++) {
    const at = random.below(bytes.length)
    const bit = random.below(8)
    const damaged = changed(bytes, at, bytes[at] ^ (1 << bit))
    assert.throws(() => loadedPaper(damaged), AskanceError, `seed 1, byte ${at}, bit ${bit}`)
  }
})

test('A file with a sound checksum but a header of nonsense gets a typed error', () => {
  const bytes = trained('PE').save()
  const brokenJson = resealed(changed(bytes, 16, 0x78))
  const hugeHeader = resealed(changed(bytes, 15, 0x7f))
  for (const broken of [brokenJson, hugeHeader]) assert.throws(() => loadedPaper(broken), AskanceError)
  const configs = [
    {},
    { algorithm: 'PE' },
    { algorithm: 'PE', classes: ['a', 'b'] },
    { algorithm: 7, classes: 7 },
  ]
  for (const config of configs)
    assert.throws(
      () => loadedPaper(encodeModel({ config, state: {} }, 'test')),
      AskanceError,
      JSON.stringify(config),
    )
})

test('A state that does not fit its algorithm is refused', () => {
  const { config, state } = decodeModel(trained('PAA-II').save())
  const { config: other } = decodeModel(trained('SOAL').save())
  const refuse = (wrongConfig: typeof config, wrong: State, about: string): void =>
    assert.throws(
      () => loadedPaper(encodeModel({ config: wrongConfig, state: wrong }, 'test')),
      { code: 'model/state' },
      about,
    )
  refuse(other, state, 'another algorithm')
  refuse(config, { ...state, learned: 3 }, 'a number in place of a group')
  refuse(config, {}, 'nothing')
  const deciding = state.deciding as State
  for (const wrong of [{ counts: {} }, { coins: { random: Float64Array.of(1) } }] as State[])
    refuse(config, { ...state, deciding: { ...deciding, ...wrong } }, JSON.stringify(wrong))
  const learned = state.learned as State
  const pupil = learned.pupil as State
  for (const wrong of [{ learner: {} }, { tally: {} }] as State[])
    refuse(
      config,
      { ...state, learned: { ...learned, pupil: { ...pupil, ...wrong } } },
      JSON.stringify(wrong),
    )
})

test('A small file cannot ask for much memory', () => {
  const bytes = encodeModel({ config: {}, state: { zeros: new Float64Array(1e6) } }, 'test')
  assert.ok(bytes.length < 500)
  assert.throws(() => decodeModel(bytes, 1e6), { code: 'model/size' })
  for (const at of [17, 18])
    assert.throws(() => decodeModel(resealed(changed(bytes, at, 0xff))), AskanceError)
  assert.throws(() => decodeModel(resealed(changed(bytes, 19, 0xff))), { code: 'model/size' })
})

/** A file whose header says this of its arrays, which are these bytes. */
const fileWith = (arrays: readonly object[], packed: Uint8Array): Uint8Array => {
  const text = new TextEncoder().encode(JSON.stringify({ software: 'x', config: {}, numbers: [], arrays }))
  const head = packArray(text)
  const bytes = new Uint8Array(20 + head.length + packed.length + 4)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('ASKANCE\n'))
  for (const [at, value] of [
    [8, MODEL_FORMAT],
    [12, head.length + 4],
    [16, text.length],
  ] as const)
    view.setUint32(at, value, true)
  bytes.set(head, 20)
  bytes.set(packed, 20 + head.length)
  return resealed(bytes)
}

test('A length below 0 does not make up for one beyond the limit', () => {
  const zeros = packArray(new Float64Array(1e6))
  const entry = { path: 'a', type: 'float64', length: 1e6, offset: 0, bytes: zeros.length }
  assert.deepEqual(decodeModel(fileWith([entry], zeros)).state.a, new Float64Array(1e6))
  for (const length of [-1e6, -1e6 + 0.5, null])
    assert.throws(() => decodeModel(fileWith([{ ...entry, path: 'b', length }, entry], zeros), 1000), {
      code: 'model/format',
      message: /b has the length/,
    })
})

test('An array is not read from parts that are larger than its values need', () => {
  const length = 1000
  const varint = (value: number): number[] =>
    value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))]
  const constant = (size: number, stride: number): number[] => [
    ...varint(size),
    ...Array(stride).fill([1, 1]).flat(),
  ]
  const mixed = (...[list, others, runs, places]: readonly number[]): Uint8Array =>
    Uint8Array.of(
      5,
      ...constant(list, 8),
      ...constant(others, 8),
      ...constant(runs, 1),
      ...constant(places, 1),
    )
  const most = [8 * 0x3fff, 8 * length, length + 2, 2 * length]
  // The parts are as large as they may be, and each of them is a little too large.
  unpackArray(mixed(...most), 'float64', length)
  for (const k of most.keys())
    assert.throws(
      () => unpackArray(mixed(...most.map((size, i) => size + (i === k ? 1 : 0))), 'float64', length),
      {
        message: 'a part is too long',
      },
    )
})

test('A header may have a small part of the memory', () => {
  const wide = (size: number) => encodeModel({ config: { spaces: 'ab'.repeat(size / 2) }, state: {} }, 'test')
  assert.equal(String(decodeModel(wide(1e6), 1e6).config.spaces).length, 1e6)
  assert.throws(() => decodeModel(wide(2e6), 2e7), { code: 'model/size', message: /limit of 1048576/ })
  assert.ok(decodeModel(wide(2e6)))
})

test('Every encoding of arrays gives every bit back', () => {
  const random = new Random(4, 'arrays')
  const whole = (): number => random.below(1e9) - 5e8
  const kinds: readonly (() => number)[] = [
    () => random.normal(),
    () => Math.fround(random.normal()),
    whole,
    () => random.below(5) / 7,
    () => random.below(900) / 7,
    () => [0, -0, Number.NaN, Number.POSITIVE_INFINITY, 5e-324][random.below(5)],
    () => (random.below(2) ? random.normal() : [1, -0, Number.NaN, 1 / 3][random.below(4)]),
  ]
  for (const [k, draw] of kinds.entries())
    for (const share of [0, 0.02, 0.5, 1])
      for (const length of [0, 1, 7, 5000]) {
        const floats = Float64Array.from({ length }, () => (random.uniform() < share ? draw() : 0))
        const about = `seed 4, kind ${k}, share ${share}, length ${length}`
        assert.deepEqual(unpackArray(packArray(floats), 'float64', length), floats, about)
        const integers = Int32Array.from(floats, (value) => (Number.isFinite(value) ? value : 0))
        assert.deepEqual(unpackArray(packArray(integers), 'int32', length), integers, about)
      }
})

test('Bytes come back, whether they repeat, overlap or are random', () => {
  const random = new Random(6, 'bytes')
  for (let round = 0; round < 60; round++) {
    const pieces: number[] = []
    while (pieces.length < random.below(3000)) {
      const start = random.below(pieces.length + 1)
      if (random.below(3) === 0) pieces.push(...pieces.slice(start, start + random.below(40)))
      else pieces.push(...new Array(1 + random.below(9)).fill(random.below(4 ** random.below(5))))
    }
    const bytes = Uint8Array.from(pieces)
    assert.deepEqual(unpackArray(packArray(bytes), 'uint8', bytes.length), bytes, `round ${round}`)
    assert.deepEqual(unmatched(matched(bytes), bytes.length), bytes, `round ${round}`)
    if (bytes.length > 0) assert.throws(() => unmatched(matched(bytes), bytes.length - 1))
  }
  const text = new TextEncoder().encode('{"kind":"answer","at":44,"label":1}'.repeat(100))
  assert.ok(packArray(text).length < 120, 'what repeats is stored once')
})

test('No name in a file reaches beyond the state', () => {
  const everything = Object.prototype as Record<string, unknown>
  for (const path of ['__proto__/stain', 'constructor/prototype/stain', 'group/__proto__/stain'])
    try {
      const { state } = decodeModel(encodeModel({ config: {}, state: { [path]: 1 } }, 'test'))
      assert.equal(typeof state, 'object')
    } catch (error) {
      assert.ok(error instanceof AskanceError, path)
    } finally {
      const stained = 'stain' in everything
      delete everything.stain
      assert.equal(stained, false, path)
    }
})

/** Low and high bits whose hashes end in the same eight bits: high is 0 and low grows by 2^24. */
const alike = Array.from({ length: 64 }, (_, k) => new Float64Array(Uint32Array.of(k << 24, 1).buffer)[0])

test('Lists the same values, however alike their hashes are', () => {
  const values = Float64Array.from([...alike, ...alike, 0.5, ...alike])
  const list = [...alike, 0.5]
  const places = Int32Array.from(values, (value) => list.indexOf(value))
  assert.deepEqual(listedValues(values, 65), { list, places })
  assert.equal(listedValues(values, 64), undefined)
  assert.equal(listedValues(Float64Array.of(1, -0, 1), 3), undefined)
  assert.equal(listedValues(Float64Array.of(1, Number.NaN), 3), undefined)
})
