import { test } from 'node:test'
import { allCases } from './support/cases.js'
import { assertConforms } from './support/conformance.js'

const REPETITIONS = 20

for (const [place, given] of allCases.entries())
  test(`${given.title} plays legal rounds for many more seeds`, () => {
    for (let repetition = 1; repetition <= REPETITIONS; repetition++)
      assertConforms(given, 1_000_000 * repetition + 100 * place)
  })
