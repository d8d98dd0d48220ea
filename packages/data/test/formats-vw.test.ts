import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { failureOf, readItems, readSkipping } from './support/items.js'

const features = (names: readonly string[], values: readonly number[]) => ({ names, values })

describe('vw', () => {
  test('label, weight, base and tag stand before the bar', async () => {
    const lines = [
      "1 2 0.5 'tag| a",
      '-1 | a',
      '| a',
      "'only| a",
      '+1.0 0.25 | a',
      'spam | a',
      '1 tagged| a',
      "| a'b",
    ]
    const items = await readItems('vw', `${lines.join('\n')}\n`)
    assert.deepEqual(
      items.map(({ id, label, weight }) => [id, label, weight]),
      [
        ['tag', '1', 2],
        [undefined, '-1', undefined],
        [undefined, undefined, undefined],
        ['only', undefined, undefined],
        [undefined, '1', 0.25],
        [undefined, 'spam', undefined],
        ['tagged', '1', undefined],
        [undefined, undefined, undefined],
      ],
    )
    assert.deepEqual(
      items.map(({ line }) => line),
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
  })

  test('namespaces scale and name their features; a value is 1 when not given; what stands twice is summed', async () => {
    const [item] = await readItems('vw', '1 |a:2 x:3 y |b x:.5 x y:-1e2 | z:0 |a y\n')
    assert.deepEqual(item.features, features(['a^x', 'a^y', 'b^x', 'b^y', 'z'], [6, 3, 1.5, -100, 0]))
  })

  test('a bar ends a word, and features without a name are named by their place', async () => {
    const [item] = await readItems('vw', '1 |a x|b y:2|c :5 :6 z\t:7\n')
    assert.deepEqual(item.features, features(['a^x', 'b^y', 'c^0', 'c^1', 'c^z', 'c^2'], [1, 2, 5, 6, 1, 7]))
  })

  test('no features at all, blank lines, CRLF, a byte order mark, no last newline', async () => {
    const items = await readItems('vw', '\ufeff1 |\r\n\r\n  \n2 |a b\r\n3 ||x |y')
    assert.deepEqual(
      items.map(({ label, line, features: { names } = { names: [] } }) => [label, line, ...names]),
      [
        ['1', 1],
        ['2', 4, 'a^b'],
        ['3', 5],
      ],
    )
  })

  test('reports every error with its position', async () => {
    const number = 'expected a number between -1e100 and 1e100'
    const cases: [line: string, message: string][] = [
      ['1 a b', '1: found "1 a b", expected a | before the features'],
      ['1 2 3 4 | a', '7: found "4", expected at most a label, a weight and a base before the |'],
      ['1x | a', '1: found the label "1x", expected a number or a name without a colon'],
      ['a:1 | a', '1: found the label "a:1", expected a number or a name without a colon'],
      ['1 -2 | a', '3: found the weight "-2", expected a number from 0 to 1e100'],
      ['1 w | a', '3: found the weight "w", expected a number from 0 to 1e100'],
      ['1 1 b | a', '5: found the base "b", expected a number'],
      ['1 |:2 a', '4: found ":2 a", expected the name of a namespace before the colon'],
      ['1 |é:x a', '6: found the namespace scale "x", expected a number'],
      ['1 |a é:1 b:', `12: found the value "", ${number}`],
      ['1 |a 🙂:1 b:1:2', `12: found the value "1:2", ${number}`],
      ['1 |a b:1e101', `8: found the value "1e101", ${number}`],
      ['1 |a b:0x1f', `8: found the value "0x1f", ${number}`],
      ['1 |a b:nan', `8: found the value "nan", ${number}`],
      ['1 |a b:-inf', `8: found the value "-inf", ${number}`],
    ]
    for (const [line, message] of cases)
      assert.deepEqual(await failureOf('vw', `1 | a\n${line}\n1 | b\n`), [`memory:2:${message}`, 1])
  })

  test('can skip invalid lines', async () => {
    const { items, skipped } = await readSkipping('vw', '1 | a\nx\n1 | b:z\n2 | c')
    assert.deepEqual(
      items.map(({ label }) => label),
      ['1', '2'],
    )
    assert.deepEqual(
      skipped.map(({ code, position }) => [code, position?.line, position?.column]),
      [
        ['vw/bar-missing', 2, 1],
        ['vw/value', 3, 7],
      ],
    )
  })
})
