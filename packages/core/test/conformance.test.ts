import { test } from 'node:test'
import { allCases } from './support/cases.js'
import { assertConforms } from './support/conformance.js'

const SEEDS = process.env.ASKANCE_SOAK ? 20 : 1

for (const [place, given] of allCases.entries())
  test(`${given.title} plays legal rounds, the same again when interrupted, on any stream`, () => {
    for (let k = 0; k < SEEDS; k++) assertConforms(given, 1_000_000 * k + 100 * place, place)
  })
