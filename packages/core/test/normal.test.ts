import assert from 'node:assert/strict'
import { test } from 'node:test'
import { normalQuantile } from '../src/internals.js'
import { assertNear } from './support/compare.js'

const known: readonly (readonly [p: number, quantile: number])[] = [
  [0.5, 0],
  [0.6, 0.2533471031357997],
  [0.7, 0.5244005127080407],
  [0.85, 1.0364333894937898],
  [0.9, 1.2815515655446004],
  [0.975, 1.959963984540054],
  [0.99, 2.3263478740408408],
  [0.999, 3.090232306167813],
  [0.999999, 4.753424308822899],
]

test('Quantiles of the normal distribution equal the known ones', () => {
  for (const [p, quantile] of known) assertNear(normalQuantile(p), quantile, `p = ${p}`, 1e-10)
  for (const [p, quantile] of known.slice(0, -2)) assertNear(normalQuantile(p), quantile, `p = ${p}`, 1e-13)
})

test('Quantiles rise with p and stay finite up to the last number below 1', () => {
  let previous = -1
  for (let p = 0.5; p < 1; p += 0.001) {
    const quantile = normalQuantile(p)
    assert.ok(quantile > previous, `p = ${p}`)
    previous = quantile
  }
  const last = normalQuantile(1 - 2 ** -53)
  assert.ok(last > previous && last < 9, `${last}`)
})
