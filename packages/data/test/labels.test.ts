import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalLabel, LabelNames } from '@askance/data'
import { PlainKernel } from '../src/libsvm/plain-kernel.js'
import { createKernel } from '../src/libsvm/read.js'
import { Spellings } from '../src/libsvm/spellings.js'
import { WasmKernel } from '../src/libsvm/wasm-kernel.js'
import { bytesOf } from './support/read.js'

test('normalizes whole numbers and keeps other labels', () => {
  const spellings = {
    1: ['1', '+1', '1.', '1.0', '+1.000'],
    '-1': ['-1', '-1.0'],
    0: ['0', '-0', '+0', '0.0', '-0.0'],
    12345678901234567890: [],
    '1e0': ['1e0'],
    '01': ['01'],
    '0.5': ['0.5'],
    '+': ['+'],
    '--1': ['--1'],
    '.0': ['.0'],
  }
  for (const [name, texts] of Object.entries(spellings))
    for (const text of texts) assert.equal(canonicalLabel(text), name)
  assert.equal(canonicalLabel('+12345678901234567890.0'), '12345678901234567890')
})

test('throws for an unknown id', () => {
  assert.throws(() => new LabelNames(['a']).name(1), RangeError)
})

test('caches spellings up to half of the table without confusing them', () => {
  const spellings = new Spellings()
  const texts = Array.from({ length: 2000 }, (_, k) => bytesOf(`${'ab'.repeat(k % 17)}${k}`))
  for (const [id, text] of texts.entries()) spellings.remember(text, 0, text.length, id)
  const ids = texts.map((text) => spellings.id(text, 0, text.length))
  assert.ok(ids.every((id, k) => id === k || id === -1))
  assert.equal(ids.filter((id) => id >= 0).length, 512)
  assert.equal(spellings.id(bytesOf(''), 0, 0), -1)
})

test('uses the WebAssembly kernel if available, the plain one on request', () => {
  assert.ok(createKernel('auto') instanceof WasmKernel)
  assert.ok(createKernel('plain') instanceof PlainKernel)
})
