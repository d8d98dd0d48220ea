import type { Dice } from './fuzz-dice.js'

/** Stands for a piece of JSON text that no value gives. */
const raw = (text: string): string => `§${text}§`

const oddities: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  'line\nline',
  '\ud800',
  'a\udc00b',
  '\ufffd',
  '\u2028',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(64),
  'x'.repeat(200),
  'x'.repeat(201),
  '🙂'.repeat(200),
  'x'.repeat(10_001),
  'x'.repeat(140_000),
  'NaN',
  '-0',
  '1e308',
  '.',
  '..',
  '../../etc/passwd',
  '%2e%2e%2f',
  "' OR 1=1 --",
  '$1',
  -1,
  0,
  0.5,
  1e308,
  -1e308,
  5e-324,
  1e100,
  2 ** 31,
  2 ** 53,
  Number.MAX_SAFE_INTEGER,
  raw('-0'),
  raw('1e999'),
  raw('-1e999'),
  raw('12345678901234567890123456789'),
  raw('0.1e-400'),
  raw('"\\ud83d"'),
  raw('NaN'),
  raw(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  raw(`${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`),
  raw('{"__proto__":{"id":"x"}}'),
  raw('{"constructor":{"prototype":{"id":"x"}}}'),
  [],
  {},
  [[]],
  [null],
  { items: [] },
  Array.from({ length: 51 }, (_, k) => ({ id: `many-${k}`, text: 'a' })),
  Array.from({ length: 1001 }, (_, k) => `id-${k}`),
  Array.from({ length: 3000 }, () => 0),
]

const names = [
  '__proto__',
  'constructor',
  'id',
  'extra',
  '',
  'x'.repeat(201),
  'a\u0000',
  '\ud800',
  'items',
  'label',
  'fields',
  'meta',
]

/** The value with something in it that is not as it should be, at a place that is drawn. */
export const strangeValue = (value: unknown, dice: Dice): unknown => {
  if (typeof value !== 'object' || value === null || dice.chance(0.08)) return dice.pick(oddities)
  if (Array.isArray(value)) return strangeList(value, dice)
  const entries = Object.entries(value)
  const what = dice.uniform()
  if (entries.length > 0 && what < 0.65) {
    const at = dice.below(entries.length)
    return withEntries(entries.map(([name, one], k) => [name, k === at ? strangeValue(one, dice) : one]))
  }
  if (entries.length > 0 && what < 0.8) return withEntries(entries.toSpliced(dice.below(entries.length), 1))
  return withEntries([...entries, [dice.pick(names), dice.pick(oddities)]])
}

/** As own properties, whatever they are called. */
const withEntries = (entries: readonly (readonly [string, unknown])[]): object => Object.fromEntries(entries)

const strangeList = (list: readonly unknown[], dice: Dice): unknown[] => {
  const what = dice.uniform()
  if (list.length === 0 || what < 0.2) return [...list, dice.pick(oddities)]
  if (what < 0.3) return []
  if (what < 0.45) return [...list, ...list]
  const at = dice.below(list.length)
  return list.map((one, k) => (k === at ? strangeValue(one, dice) : one))
}

export const jsonText = (value: unknown): string =>
  (JSON.stringify(value) ?? '').replace(/"§(.*?)§"/g, (_, text: string) => text.replaceAll('\\"', '"'))

/** Text that is broken, cut, doubled, or has bytes that are none. */
export const strangeText = (text: string, dice: Dice): Buffer => {
  const bytes = Buffer.from(text)
  const at = dice.below(bytes.length + 1)
  const inserted = dice.pick([
    '{',
    '"',
    ',',
    '\n',
    '\u0000',
    '\ufeff',
    '\\u',
    '//',
    '\r\n\r\n',
    '{"id":1,"id":"a"}',
  ])
  switch (dice.below(6)) {
    case 0:
      return bytes.subarray(0, at)
    case 1:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(inserted), bytes.subarray(at)])
    case 2:
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xc0, 0x80]), bytes.subarray(at)])
    case 3:
      return Buffer.from(`${text}${text}`)
    case 4:
      return Buffer.from(text.replace(/\{"(\w+)":/, '{"$1":"first","$1":'))
    default:
      return Buffer.from(text.toUpperCase())
  }
}

/** Bytes of which some are others, are missing, or are too many. */
export const strangeBytes = (bytes: Buffer, dice: Dice): Buffer => {
  const copy = Buffer.from(bytes)
  for (let k = dice.below(4); k >= 0 && copy.length > 0; k--) copy[dice.below(copy.length)] = dice.below(256)
  const what = dice.below(4)
  if (what === 0) return copy.subarray(0, dice.below(copy.length + 1))
  if (what === 1) return Buffer.concat([copy, Buffer.alloc(1 + dice.below(1000), dice.below(256))])
  return copy
}

const oddHeaders: readonly (readonly [string, string])[] = [
  ['if-match', '"99999999999999999999"'],
  ['if-match', 'W/"1"'],
  ['if-match', ''],
  ['if-match', '"1", "2"'],
  ['idempotency-key', ''],
  ['idempotency-key', 'x'.repeat(201)],
  ['idempotency-key', 'key 1'],
  ['idempotency-key', '__proto__'],
  ['last-event-id', '-1'],
  ['last-event-id', '99999999999999999'],
  ['range', 'bytes=0-1'],
  ['range', 'bytes=9-1,x'],
  ['content-encoding', 'gzip'],
  ['content-type', 'text/plain'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/x-ndjson'],
  ['content-type', 'application/octet-stream'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['content-type', 'APPLICATION/JSON ; a=b'],
  ['content-type', ';'],
  ['content-type', ''],
  ['accept', 'image/png'],
  ['x-request-id', 'a b\tc'],
  ['x-forwarded-for', '10.0.0.1, ::1'],
  ['x-http-method-override', 'DELETE'],
  ['x-askance-name', '%E0%A4%A'],
  ['authorization', 'Basic YTpi'],
  ['authorization', 'Bearer ask_x y'],
  ['host', 'evil.example'],
  ['origin', 'https://evil.example'],
  ['expect', '100-continue'],
  ['transfer-encoding', 'chunked'],
]

export const oddHeader = (dice: Dice): Record<string, string> => {
  const [name, value] = dice.pick(oddHeaders)
  return { [name]: value }
}

const oddParts = [
  '%00',
  '%',
  '%zz',
  '%2F..%2F..',
  '..',
  '.',
  '%2e%2e',
  '__proto__',
  'constructor',
  '%ED%A0%80',
  '%F0%9F%99%82',
  '%0d%0aX-Evil:1',
  '+',
  ' ',
  'a%3Fb',
  'x'.repeat(64),
  'x'.repeat(201),
  'x'.repeat(2500),
  '-1',
  '9007199254740993',
  'NaN',
  '',
]

/** The address with a part of its path or of its query that is odd. */
export const strangeUrl = (url: string, dice: Dice): string => {
  const odd = dice.pick(oddParts)
  const [path = '', query = ''] = url.split('?')
  if (dice.chance(0.3)) {
    const name = dice.pick([
      'limit',
      'cursor',
      'after',
      'level',
      'search',
      'windows',
      'from',
      'format',
      'extra',
      '__proto__',
    ])
    return `${path}?${query}&${name}=${odd}${dice.chance(0.2) ? `&${name}=2` : ''}`
  }
  const parts = path.split('/')
  const at = 1 + dice.below(parts.length)
  return `${parts.toSpliced(at, dice.below(2), odd).join('/')}?${query}`
}
