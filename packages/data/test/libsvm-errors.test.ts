import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { LabelNames, type LibsvmOptions, readLibsvm } from '@askance/data'
import { bytesOf, KERNELS, readRows } from './support/read.js'

/** A text with one mistake, and the code, line, column and message that it must give. */
type Case = [text: string, code: string, line: number, column: number, message: string]

const cases: Case[] = [
  ['1 1:nan', 'libsvm/value-nan', 1, 5, 'found the value "nan", expected a number'],
  ['1 1:1\n1 2:-NaN(7)\n', 'libsvm/value-nan', 2, 5, 'found the value "-NaN(7)", expected a number'],
  ['1 1:inf', 'libsvm/value-infinite', 1, 5, 'found the value "inf", expected a finite number'],
  [
    '1 1:2 3:-Infinity',
    'libsvm/value-infinite',
    1,
    9,
    'found the value "-Infinity", expected a finite number',
  ],
  [
    '1 1:1e101',
    'libsvm/value-large',
    1,
    5,
    'found the value "1e101", expected a number between -1e100 and 1e100',
  ],
  [
    '1 1:-1e999',
    'libsvm/value-large',
    1,
    5,
    'found the value "-1e999", expected a number between -1e100 and 1e100',
  ],
  [
    `1 1:1${'0'.repeat(101)}`,
    'libsvm/value-large',
    1,
    5,
    `found the value "1${'0'.repeat(39)}…", expected a number between -1e100 and 1e100`,
  ],
  ...[
    '0x10',
    '1_000',
    '1e',
    '1e+',
    '.',
    '-',
    '+-1',
    '1.2.3',
    '1:2',
    '1,5',
    'e5',
    '1e5.5',
    'infinite',
    '１',
  ].map(
    (value): Case => [
      `1 1:${value} 2:1`,
      'libsvm/value-malformed',
      1,
      5,
      `found the value "${value}", expected a decimal number`,
    ],
  ),
  ['1 7:0.5 8', 'libsvm/colon-missing', 1, 9, 'found "8", expected index:value'],
  ['1 x', 'libsvm/colon-missing', 1, 3, 'found "x", expected index:value'],
  ['1 5:', 'libsvm/value-missing', 1, 5, 'index 5 has no value, expected a number after the colon'],
  ['1 5: 6:1', 'libsvm/value-missing', 1, 5, 'index 5 has no value, expected a number after the colon'],
  ['1 5:#6', 'libsvm/value-missing', 1, 5, 'index 5 has no value, expected a number after the colon'],
  ['1 :6', 'libsvm/index-missing', 1, 3, 'found ":6", expected an index before the colon'],
  [
    '1 -3:6',
    'libsvm/index-negative',
    1,
    3,
    'found the index "-3", expected a whole number from 1 to 67108864',
  ],
  ['1 1.5:6', 'libsvm/index-malformed', 1, 3, 'found the index "1.5", expected a whole number'],
  ['1 +1:6', 'libsvm/index-malformed', 1, 3, 'found the index "+1", expected a whole number'],
  ['1 a:6', 'libsvm/index-malformed', 1, 3, 'found the index "a", expected a whole number'],
  [
    '1 1:1 67108865:6',
    'libsvm/index-large',
    1,
    7,
    'found the index "67108865", expected a whole number from 1 to 67108864',
  ],
  [
    '1 99999999999999999999:6',
    'libsvm/index-large',
    1,
    3,
    'found the index "99999999999999999999", expected a whole number from 1 to 67108864',
  ],
  [
    '1 1:1 5:2 5:3',
    'libsvm/index-duplicate',
    1,
    11,
    'duplicate index 5; indices must be strictly increasing',
  ],
  [
    '1 1:1 5:2 4:3',
    'libsvm/index-descending',
    1,
    11,
    'index 4 follows 5; indices must be strictly increasing',
  ],
  ['1 5:2 0:3', 'libsvm/index-descending', 1, 7, 'index 0 follows 5; indices must be strictly increasing'],
  ['1 0:2 0:3', 'libsvm/index-duplicate', 1, 7, 'duplicate index 0; indices must be strictly increasing'],
  [
    '1 1:1\n3:0.5 4:1\n',
    'libsvm/label-missing',
    2,
    1,
    'found "3:0.5", expected a label at the start of the line',
  ],
  ['  qid:1 4:1', 'libsvm/label-missing', 1, 3, 'found "qid:1", expected a label at the start of the line'],
  [`1\n${'x'.repeat(257)} 1:1`, 'libsvm/label-length', 2, 1, 'the label has 257 bytes, expected at most 256'],
  [
    'a\u0001b 1:1',
    'libsvm/label-text',
    1,
    1,
    'the label "a\\u0001b" is not readable text, expected UTF-8 without control characters',
  ],
  ['1 qid:x 1:1', 'libsvm/qid', 1, 3, 'found "qid:x", expected qid: and a whole number'],
  [
    '1 1:1\n\n# c\n1 1:2 \0',
    'libsvm/binary',
    4,
    7,
    'found a NUL byte, expected text; is this a binary file?',
  ],
  ['a\0b 1:1', 'libsvm/binary', 1, 2, 'found a NUL byte, expected text; is this a binary file?'],
  ['1 1:\0 2:1', 'libsvm/binary', 1, 5, 'found a NUL byte, expected text; is this a binary file?'],
  ['naïve 1:x', 'libsvm/value-malformed', 1, 9, 'found the value "x", expected a decimal number'],
  ['\ufeff1 1:x', 'libsvm/value-malformed', 1, 5, 'found the value "x", expected a decimal number'],
  ['1\t1:x\r\n', 'libsvm/value-malformed', 1, 5, 'found the value "x", expected a decimal number'],
  [
    '1 1:1\u00a02:1',
    'libsvm/value-malformed',
    1,
    5,
    'found the value "1\u00a02:1", expected a decimal number',
  ],
]

for (const kernel of KERNELS)
  describe(`errors found by the ${kernel} kernel`, () => {
    for (const [text, code, line, column, message] of cases)
      test(`${code}: ${JSON.stringify(text.slice(0, 40))}`, async () => {
        // Behind a good row whose label is known, the fast way is tried first.
        for (const before of ['', '1 1:2.5 2:1\n']) {
          const number = line + (before === '' ? 0 : 1)
          if (before !== '' && text.startsWith('\ufeff')) continue
          await assert.rejects(readRows(before + text, { kernel, source: 'some.file' }), {
            name: 'AskanceError',
            code,
            position: { source: 'some.file', line: number, column },
            message: `some.file:${number}:${column}: ${message}`,
          })
        }
      })

    test('rejects labels with invalid UTF-8', async () => {
      await assert.rejects(readRows([Buffer.from([0x31, 0x0a, 0xc3, 0x28, 0x0a])], { kernel }), {
        code: 'libsvm/label-text',
        position: { line: 2, column: 1 },
      })
    })

    test('accepts the longest line and rejects one byte more', async () => {
      const line = '1 1:1 2:0.5'
      const options: LibsvmOptions = { kernel, maxLineBytes: line.length }
      for (const end of ['', '\n'])
        assert.equal((await readRows(`${line}\n${line}${end}`, options)).length, 2)
      for (const end of ['', '\n', '\n1\n'])
        await assert.rejects(readRows(`${line}\n${line}0${end}`, options), {
          code: 'libsvm/line-length',
          position: { line: 2, column: 1 },
          message: `2:1: the line is longer than the limit of ${line.length} bytes`,
        })
    })

    test('a line without end does not fill the memory', async () => {
      let asked = 0
      const endless = (function* () {
        for (;;) {
          asked++
          yield new Uint8Array(1 << 16).fill(0x31)
        }
      })()
      await assert.rejects(readRows(endless, { kernel, maxLineBytes: 1 << 20 }), {
        code: 'libsvm/line-length',
      })
      assert.ok(asked <= 18)
    })

    test('too many labels', async () => {
      const names = new LabelNames([], 2)
      await assert.rejects(readRows('a 1:1\nb 1:1\n\n  c 1:1\n', { kernel, names }), {
        code: 'labels/many',
        position: { line: 4, column: 3 },
      })
    })

    test('delivers all rows before an error', async () => {
      const rows: number[] = []
      const reading = (async () => {
        for await (const batch of readLibsvm([bytesOf('1 1:1\n2 1:1\n\n1 1:x\n3 1:1\n')], { kernel }))
          rows.push(batch.rows.length)
      })()
      await assert.rejects(reading, { code: 'libsvm/value-malformed' })
      assert.deepEqual(rows, [2])
    })
  })

test('rejects options out of range', async () => {
  await assert.rejects(readRows('1 1:1', { maxLineBytes: 0 }), { code: 'data/option' })
})
