import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { admits, type Declaration, described, expectedOf, parseText, suggestion } from '../src/declare.js'

const declared = (given: Partial<Declaration>): Declaration => ({ type: 'number', summary: 'it', ...given })

describe('a declared value', () => {
  const texts: readonly (readonly [Partial<Declaration>, readonly string[], readonly string[]])[] = [
    [{}, ['0', '-1.5', ' 1e3 '], ['', ' ', 'x', '1,5', 'NaN', 'Infinity', '1e999']],
    [{ type: 'whole' }, ['0', '-7', '9007199254740991'], ['1.5', '8MB', '9007199254740992']],
    [{ above: 0, max: 1 }, ['0.001', '1'], ['0', '1.001']],
    [{ min: 0, below: 1 }, ['0', '0.999'], ['-0.001', '1']],
    [{ type: 'switch' }, ['true', 'FALSE', '1', '0'], ['', 'yes', 'toString']],
    [{ type: 'text' }, ['a', ' '], ['']],
    [{ type: 'file' }, ['a.csv', '-'], ['']],
    [{ type: 'text', choices: ['one', 'two'] }, ['one', 'two'], ['', 'three', 'ONE']],
    [{ type: 'list' }, ['', 'a', 'a,b'], []],
  ]
  for (const [given, good, bad] of texts)
    test(`is parsed from a text and validated: ${JSON.stringify(given)}`, () => {
      const declaration = declared(given)
      const isGood = (text: string): boolean => admits(declaration, parseText(declaration, text))
      assert.deepEqual([...good, ...bad].filter(isGood), good)
    })

  test('is not converted where it is JSON', () => {
    assert.equal(admits(declared({}), '1'), false)
    assert.equal(admits(declared({ type: 'switch' }), 1), false)
    assert.equal(admits(declared({ type: 'list' }), 'a'), false)
    assert.equal(admits(declared({ type: 'list' }), ['a', 1]), false)
    assert.equal(admits(declared({ type: 'text' }), 1), false)
  })

  test('is a list where its parts are between commas', () => {
    assert.deepEqual(parseText(declared({ type: 'list' }), ' a , b,,c '), ['a', 'b', 'c'])
  })

  test('has its range in the words of an error', () => {
    const words = (given: Partial<Declaration>): string => expectedOf(declared(given))
    assert.equal(words({}), 'a number')
    assert.equal(words({ type: 'whole', min: 1 }), 'a whole number from 1')
    assert.equal(words({ type: 'whole', min: 0, max: 9 }), 'a whole number from 0 to 9')
    assert.equal(words({ max: 9 }), 'a number up to 9')
    assert.equal(words({ above: 0 }), 'a number above 0')
    assert.equal(words({ above: 0, max: 1 }), 'a number above 0 and at most 1')
    assert.equal(words({ above: 0, below: 1 }), 'a number above 0 and below 1')
    assert.equal(words({ min: 0, below: 1 }), 'a number from 0 and below 1')
    assert.equal(words({ below: 1 }), 'a number below 1')
    assert.equal(words({ type: 'switch' }), 'true or false')
    assert.equal(words({ type: 'text', hint: 'ADDRESS' }), 'a text that is not empty (ADDRESS)')
  })

  test('suggests the choice that was probably meant', () => {
    const level = declared({ type: 'text', choices: ['info', 'warn'] })
    assert.equal(expectedOf(level, 'inof'), 'one of info, warn; did you mean info?')
    assert.equal(expectedOf(level, 'loud'), 'one of info, warn')
  })

  test('is described with its default, and with the choices that a hint hides', () => {
    assert.equal(described(declared({ type: 'text', choices: ['a', 'b'], hint: 'X' })), 'it (a, b)')
    assert.equal(described(declared({ type: 'text', choices: ['a', 'b'], default: 'a' })), 'it [a]')
    assert.equal(described(declared({ default: 0 })), 'it [0]')
    assert.equal(described(declared({ default: 0 }), 'as needed'), 'it [as needed]')
    assert.equal(described(declared({ type: 'switch', default: false })), 'it')
    assert.equal(described(declared({ type: 'list', default: [] })), 'it')
  })
})

test('An unknown name is answered with the nearest known one, or with all', () => {
  const hint = 'did you mean --port? Expected one of --host, --port'
  assert.equal(suggestion('--prot', ['--host', '--port']), hint)
  const many = Array.from({ length: 13 }, (_, k) => `name-${k}`)
  assert.equal(suggestion('nam-3', many), 'did you mean name-3?')
  assert.equal(suggestion('xyzzy', ['host', 'port']), 'expected one of host, port')
  assert.equal(suggestion('xyzzy', ['host', 'port'], 'see the list'), 'see the list')
})
