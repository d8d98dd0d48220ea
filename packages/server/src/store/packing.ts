import {
  brotliCompressSync,
  brotliDecompressSync,
  constants,
  deflateRawSync,
  inflateRawSync,
} from 'node:zlib'
import { fromStored, toStored } from './database.js'

/** The first byte of a packed page: raw deflate of UTF-8 with the dictionary below, or Brotli of UTF-8. */
const DEFLATED = 1
const BROTLI = 2

/** From so many bytes on, Brotli takes less than half the time of deflate and gives fewer bytes; for short pages the dictionary is better. */
const LONG = 4096
const BROTLI_OPTIONS = {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: 1,
    [constants.BROTLI_PARAM_LGWIN]: 16,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  },
}

/**
 * What most events have in common, the most frequent last, so that a page of a single event is compressed well too. Stored pages
 * need it to be read, so it is never changed: another dictionary gets another first byte.
 */
const DICTIONARY = Buffer.from(
  [
    '{"type":"created","time":17,"config":{"title":"","guidelines":"","classes":["',
    '{"type":"shaped","time":17,"vectorizer":{"text":{"',
    '{"type":"drifted","time":17,"kind":"errors","strength":',
    '{"type":"advised","time":17,"stop":true,"labels":',
    '{"type":"forgotten","id":"","time":17,"by":"',
    '{"type":"erased","id":"","time":17,"by":"',
    '{"type":"unsure","id":"","time":17,"by":"',
    '{"type":"skipped","id":"","time":17,"by":"',
    '{"type":"expired","id":"","time":17',
    '{"type":"withdrawn","id":"","time":17,"probability":0.0',
    '{"type":"reviewed","id":"","time":17,"probability":0.0',
    '{"type":"reopened","id":"","time":17,"by":"',
    '{"type":"labelled-unasked","id":"","label":"","t":1,"time":17,"by":"',
    '{"type":"voted","id":"","label":"","time":17,"by":"',
    '{"type":"corrected","id":"","label":"","time":17,"by":"',
    '{"type":"taught","id":"","label":"","time":17,"by":"","row":{"index":[1,2,3,4,5,6,7,8,9],"value":[0.',
    ']},"lengths":[0,0],"input":{"text":"","features":{"names":["","values":[',
    '{"type":"added","id":"","time":17,"lengths":[0,0],"item":true}',
    '{"type":"chosen","t":1,"id":"","time":17,"predicted":"","scores":[0.,"margin":0.,"confidence":0.9,"threshold":0.5',
    ',"probability":1,"coin":0,"asked":true,"reason":"rare","budget":{"spent":1,"rate":1,"dial":null},"modelVersion":1',
    ',"candidates":1,"trace":{"audit":0,"opinion":[0.,"threshold":{',
    '"parts":[{"label":"","event":{"type":"observed","classes":[]},{"label":"',
    '{"type":"answered","id":"","labels":["","time":17,"by":"","label":"',
    '"asked":true,"reason":"uncertain","reason":"audit","reason":"unfamiliar","reason":"random"',
    '"random":true,"lengths":[0,0],"opinion":[0.',
    '{"type":"observed","t":1,"id":"01',
    '-7000-',
    '","time":17',
    '00,"predicted":"yes","scores":[0.,-0.',
    '],"margin":0.',
    'e-05,"confidence":0.99',
    '99999999999,"threshold":0.5,"ready":false,"probability":0.0',
    '00000000004,"coin":0.',
    '0000000001,"asked":false,"budget":{"spent":1',
    ',"rate":0.0',
    '0000000003,"dial":null,"dial":0.',
    '},"modelVersion":1',
    ',"shadow":"no","trace":{"doubt":[1',
    ',0,0,0,0,0],"thinning":1,"measure":0.003999',
    ',"audit":0.0012,"audit":0.003,"random":false,"lengths":[0,0]},"item":true}\n',
  ].join(''),
)

/** Higher levels take longer for few bytes less. */
const LEVEL = 3

/** The most bytes that a string can have; a damaged page must not take more memory. */
const LONGEST = 2 ** 29 - 24

/**
 * Compresses the events of a page.
 *
 * @example
 * unpackEvents(packEvents('{"type":"answered","id":"a"}')) // => '{"type":"answered","id":"a"}'
 */
export const packEvents = (events: string): Uint8Array => {
  // Buffers cannot have lone surrogates either.
  const bytes = Buffer.from(toStored(events))
  return bytes.length < LONG
    ? marked(DEFLATED, deflateRawSync(bytes, { dictionary: DICTIONARY, level: LEVEL }))
    : marked(BROTLI, brotliCompressSync(bytes, BROTLI_OPTIONS))
}

const marked = (format: number, bytes: Uint8Array): Uint8Array => {
  const packed = new Uint8Array(1 + bytes.length)
  packed[0] = format
  packed.set(bytes, 1)
  return packed
}

/** Throws if the bytes are damaged or of a later version. */
export const unpackEvents = (packed: Uint8Array): string => {
  const [format] = packed
  if (format === BROTLI)
    return fromStored(brotliDecompressSync(packed.subarray(1), { maxOutputLength: LONGEST }).toString())
  if (format !== DEFLATED) throw new Error(`unknown format ${format}`)
  const options = { dictionary: DICTIONARY, maxOutputLength: LONGEST }
  return fromStored(inflateRawSync(packed.subarray(1), options).toString())
}
