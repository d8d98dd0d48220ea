import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { commandLine } from '../src/command/parse.js'
import { askance, folder, golden, printedJson } from './tools/askance.js'

const sparse = golden('sparse.libsvm')

/** Runs a command that must fail; returns its message. */
const failing = async (code: number, ...argv: string[]): Promise<string> => {
  const ran = await askance(argv)
  assert.equal(ran.code, code, commandLine(argv))
  assert.doesNotMatch(ran.err, /\n\s+at /)
  return ran.err.trimEnd().split('\n').at(-1) ?? ''
}

describe('errors in data name file, line and column', () => {
  const cases: Record<string, [string, string[], RegExp]> = {
    'a broken value': ['1 1:2\n-1 3:x\n', [], /data:2:6: found the value "x", expected a decimal number/],
    'an unknown label': [
      '1 1:2\n2 3:1\n',
      ['--classes=-1,1'],
      /data:2:1: label 2 is not among the classes -1, 1/,
    ],
    'an unknown label in memory': [
      '1 1:2\n2 3:1\n',
      ['--classes=-1,1', '--shuffle'],
      /data:2:1: label 2 is not among the classes -1, 1/,
    ],
    'one class': ['1 1:2\n1 3:1\n', [], /data: found only the label 1, expected at least two classes/],
    nothing: ['\n', [], /data: the data contains no items/],
    'nothing of two classes': ['', ['--classes=0,1'], /data: the data contains no items/],
    'nothing left': ['1 1:1\n2 1:1\n', ['--skip', '5'], /data: the data contains no items/],
  }
  for (const [name, [text, flags, message]] of Object.entries(cases))
    test(name, async (t) => {
      const path = folder(t)('data')
      writeFileSync(path, text)
      assert.match(await failing(1, 'run', path, ...flags), message)
    })

  test('says whether there are no items, no labels or no label column', async (t) => {
    const at = folder(t)
    const rows = Array.from({ length: 12 }, (_, k) => `${k % 5},${k / 4},p${k % 3},the item ${k} is here`)
    const files = {
      'header.csv': ['text,label\n', /header\.csv: the data contains no items$/],
      'empty.jsonl': ['', /empty\.jsonl: the data contains no items$/],
      'column.csv': [
        'text,label\nfirst item,\nsecond item,\n',
        /: the data contains no items with a label; /,
      ],
      'none.csv': [
        `a,b,kind,text\n${rows.join('\n')}\n`,
        /: none of the columns a, b, kind, text looks like a label, .* name the label with --label-column$/,
      ],
    } as const
    for (const [name, [text, message]] of Object.entries(files)) {
      writeFileSync(at(name), text)
      for (const command of ['run', 'live']) assert.match(await failing(1, command, at(name)), message)
      const compared = message.source.endsWith('no items$')
        ? /has no items; expected items of at least two/
        : message
      assert.match(await failing(1, 'compare', at(name)), compared)
    }
    const prices = Array.from(
      { length: 1010 },
      (_, k) => `${k === 1005 ? 'free' : k / 8},${k % 2 ? 'a' : 'b'}`,
    )
    writeFileSync(at('late.csv'), `price,label\n${prices.join('\n')}\n`)
    assert.match(
      await failing(1, 'run', at('late.csv')),
      /late\.csv:1007:1: found "free" in column price, .*; --columns price=category takes any value, and --on-error skip leaves/,
    )
    assert.match(await failing(1, 'data', 'check', at('missing.csv')), /missing\.csv: file not found$/)
  })

  test('accepts data with one class if two are named', async (t) => {
    const path = folder(t)('data')
    writeFileSync(path, '1 1:2\n1 3:1\n')
    assert.equal((await printedJson('run', path, '--classes=0,1')).items, 2)
  })

  test('rejects a missing file and a folder without data', async (t) => {
    const path = folder(t)
    assert.match(await failing(1, 'run', path('nowhere')), /nowhere: file not found/)
    assert.match(await failing(1, 'run', path('.')), /the folder has no data files/)
  })

  test('ignores an invalid label after the limit', async (t) => {
    const path = folder(t)('data')
    writeFileSync(path, '1 1:2\n-1 3:1\n7 1:1\n')
    assert.equal((await printedJson('run', path, '--classes=-1,1', '--limit', '2')).items, 2)
  })

  test('saves and traces what was learned before the error', async (t) => {
    const path = folder(t)
    const good = readFileSync(sparse, 'utf8')
    writeFileSync(path('data'), `${good}7 1:1\n`)
    writeFileSync(path('good'), good)
    const ran = await askance([
      'run',
      path('data'),
      '--classes=-1,1',
      '--save',
      path('m'),
      '--trace',
      path('t'),
    ])
    assert.equal(ran.code, 1)
    assert.match(
      ran.err,
      /saved the model to .* after 200 items, before the error\naskance: .*data:201:1: label 7/,
    )
    assert.equal(readFileSync(path('t'), 'utf8').trimEnd().split('\n').length, 200)
    await printedJson('run', path('good'), '--classes=-1,1', '--save', path('n'))
    assert.deepEqual(readFileSync(path('m')), readFileSync(path('n')))
  })
})

describe('coins from a file', () => {
  test('rejects too few coins and invalid ones', async (t) => {
    const path = folder(t)
    const run = (coins: string): Promise<string> => {
      writeFileSync(path('coins'), coins)
      return failing(1, 'run', sparse, '--coins', path('coins'))
    }
    assert.match(await run('0.1\n0.2\n'), /coins:3: the file has only 2 coins/)
    assert.match(await run('0.1\n1\n'), /coins:2:1: found 1, expected a coin from 0 to below 1/)
    assert.match(await run('0.1\n\n0.2\n'), /coins:2:1: found an empty line/)
    assert.match(await run('0.1\nx'), /coins:2:1: found x/)
  })
})

describe('invalid settings', () => {
  const cases: Record<string, [number, string[], RegExp]> = {
    'ratio and labels': [2, ['--ratio', '0.1', '--labels', '5'], /--ratio cannot be combined with --labels/],
    'two on stdout': [2, ['--trace', '-', '--json'], /both (write to|read) the standard output/],
    'one class listed': [2, ['--classes', '1'], /expected at least two labels/],
    'a class twice': [2, ['--classes', '1,2,+1'], /1 is listed twice/],
    'an unknown positive': [2, ['--positive', '5'], /5 is not one of the classes -1, 1/],
    params: [2, ['--params', 'smoothing'], /found smoothing, expected a JSON object/],
    'broken JSON': [2, ['--params', '{"smoothing":'], /expected a JSON object/],
    'a word in place of a number': [
      1,
      ['--algorithm', 'D-AMD', '--params', 'smoothing=much'],
      /smoothing = much is out of range/,
    ],
    'an unknown parameter': [
      1,
      ['--params', 'smooth=1'],
      /auto has no parameter smooth; it takes ratio, horizon/,
    ],
    'a parameter out of range': [1, ['--params', 'ratio=2'], /ratio = 2 is out of range/],
    'an unknown algorithm': [1, ['--algorithm', 'D-ADAM'], /unknown algorithm D-ADAM; did you mean/],
    'an unknown kernel': [1, ['--kernel', 'cubic'], /invalid kernel cubic/],
    'a kernel that does not fit': [1, ['--kernel', 'linear'], /auto cannot run with a kernel/],
    'an intercept': [2, ['--intercept=big'], /--intercept: found big, expected auto, none or a number/],
  }
  for (const [name, [code, flags, message]] of Object.entries(cases))
    test(name, async () => assert.match(await failing(code, 'run', sparse, ...flags), message))

  test('reports an unwritable path before the run', async (t) => {
    const path = folder(t)
    assert.match(await failing(1, 'run', sparse, '--save', path('no/m')), /no\/m: cannot write the file/)
    assert.match(await failing(1, 'run', sparse, '--trace', path('no/t')), /no\/t: cannot write the file/)
    assert.ok(!existsSync(path('no')))
  })
})
