// Checks that the pages of results state the verdicts of the stored results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storedVerdicts, verdictText } from '@askance/bench'
import { markdownEscaped } from '@askance/core/internals'
import { read } from './tools/repository.mjs'

const UPDATE_HINT = 'update the pages with: npm run results -- --verdicts'

test('every page has the claims and verdicts of its stored results', () => {
  const all = storedVerdicts()
  assert.ok(all.length > 0)
  for (const { reproduction, verdicts } of all) {
    const page = read(`docs/results/${reproduction.id.replace('/', '-')}.md`)
    for (const verdict of verdicts)
      assert.ok(
        page.includes(
          `The paper says: ${markdownEscaped(verdict.claim)}\n\n${markdownEscaped(verdictText(verdict))}\n`,
        ),
        `${reproduction.id}: ${verdict.claim}; ${UPDATE_HINT}`,
      )
  }
})

test('the index counts the verdicts', () => {
  const verdicts = storedVerdicts().flatMap((stored) => stored.verdicts)
  const count = (wanted) => verdicts.filter(({ verdict }) => verdict === wanted).length
  const sentence = `Of ${verdicts.length} claims ${count('holds')} hold, ${count('fails')} fail and ${count('undecided')} are undecided`
  assert.ok(read('docs/results/README.md').includes(sentence), `${sentence}; ${UPDATE_HINT}`)
})
