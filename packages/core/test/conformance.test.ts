import { test } from 'node:test'
import { allCases } from './support/cases.js'
import { assertConforms } from './support/conformance.js'

for (const [place, given] of allCases.entries())
  test(`${given.title} plays legal rounds, the same again when interrupted, on any stream`, () => {
    assertConforms(given, 100 * place)
  })
