import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Random } from '@askance/core/internals'
import { sha256 as ofNode } from '../src/sha256.js'
import { sha256 } from '../src/sha256-browser.js'

test('the SHA-256 of browsers is that of Node, however the parts are cut', () => {
  const random = new Random(3, 'test/sha256')
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, () => random.below(256))
    const at = random.below(length + 1)
    const parts = ['naïve', bytes.subarray(0, at), new Uint8Array(0), bytes.subarray(at)]
    for (const encoding of ['hex', 'base64url'] as const)
      assert.equal(sha256(parts, encoding), ofNode(parts, encoding), `${length} bytes, cut at ${at}`)
  }
})
