import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { fromStored, toStored } from './database.js'

/** The first byte of a packed page: raw deflate of UTF-8 with the dictionary below. */
const DEFLATED = 1

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

/** Higher levels take four times as long for 5 % fewer bytes. */
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
  const deflated = deflateRawSync(Buffer.from(toStored(events)), { dictionary: DICTIONARY, level: LEVEL })
  const packed = new Uint8Array(1 + deflated.length)
  packed[0] = DEFLATED
  packed.set(deflated, 1)
  return packed
}

/** Throws if the bytes are damaged or of a later version. */
export const unpackEvents = (packed: Uint8Array): string => {
  if (packed[0] !== DEFLATED) throw new Error(`unknown format ${packed[0]}`)
  const options = { dictionary: DICTIONARY, maxOutputLength: LONGEST }
  return fromStored(inflateRawSync(packed.subarray(1), options).toString())
}
