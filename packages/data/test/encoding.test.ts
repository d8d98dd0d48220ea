import assert from 'node:assert/strict'
import { PassThrough } from 'node:stream'
import { text as textOf } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { type ItemOptions, openData, writeClassified } from '@askance/data'

const CONTENT = 'id,text,label\n1,"für Größe – naïve, schön",ja\n2,"über alles hinweg schön",nein\n'

const utf16 = (text: string, isBig: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = Uint8Array.from(Buffer.from(text, 'utf16le'))
  return isBig ? Uint8Array.from(bytes, (_, k) => bytes[k ^ 1]) : bytes
}

/** Windows-1252, with the dash at 0x96. */
const western = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => (character === '–' ? 0x96 : character.charCodeAt(0)))

const open = (content: Uint8Array<ArrayBuffer>, options: ItemOptions = {}) =>
  openData(new File([content], 'x.csv'), { as: 'items', keepRecords: true, ...options })

describe('text encodings', () => {
  const files: readonly [name: string, bytes: Uint8Array<ArrayBuffer>, encoding: string | undefined][] = [
    ['UTF-8', new TextEncoder().encode(CONTENT) as Uint8Array<ArrayBuffer>, undefined],
    ['UTF-16 little-endian with a mark', utf16(`\ufeff${CONTENT}`, false), 'utf-16le'],
    ['UTF-16 big-endian with a mark', utf16(`\ufeff${CONTENT}`, true), 'utf-16be'],
    ['UTF-16 little-endian', utf16(CONTENT, false), 'utf-16le'],
    ['UTF-16 big-endian', utf16(CONTENT, true), 'utf-16be'],
    ['Windows-1252', western(CONTENT), 'windows-1252'],
  ]
  for (const [name, bytes, encoding] of files)
    test(`${name} is detected, and written back as UTF-8`, async () => {
      const data = await open(bytes)
      assert.equal(data.understanding.encoding, encoding)
      assert.equal((await data.sample())[0].text, 'für Größe – naïve, schön')
      const pipe = new PassThrough()
      const outcome = { label: 'ja', source: 'answer' } as const
      const [written] = await Promise.all([
        textOf(pipe),
        writeClassified(data, pipe, () => outcome, { classes: [] }),
      ])
      assert.equal(written.split('\n')[1], '1,"für Größe – naïve, schön",ja,ja,,answer')
    })

  test('the option overrides detection', async () => {
    const cyrillic = Uint8Array.from([
      ...Buffer.from('text,label\n'),
      0xcf,
      0xf0,
      0xe8,
      ...Buffer.from(',a\nx,b\n'),
    ])
    const data = await open(cyrillic, { encoding: 'windows-1251', textColumns: ['text'] })
    assert.equal((await data.sample())[0].text, 'При')
    await assert.rejects(open(cyrillic, { encoding: 'klingon' }), { code: 'data/option' })
  })

  test('an error names the byte, or the line and column', async () => {
    const broken = Uint8Array.from([...utf16('a,label\n1,x\n', false), 0x00, 0xd8, 0x41, 0x00])
    await assert.rejects(open(broken), (error: Error) => {
      assert.match(error.message, /x\.csv: invalid utf-16le at byte 2\d;/)
      return true
    })
    const mixed = Uint8Array.from([...Buffer.from('text,label\nfür,a\nx'), 0xff, ...Buffer.from(',b\n')])
    const data = await open(mixed)
    await assert.rejects(data.labels(), {
      code: 'text/encoding',
      position: { source: 'x.csv', line: 3, column: 2 },
    })
  })
})
