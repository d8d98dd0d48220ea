import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unwrap } from '../src/item/unwrap.js'
import { whyAsked } from '../src/label/why-asked.js'
import { binaryOf, positiveShare, thresholdText } from '../src/parts/binary.js'

test('two classes are shown by the probability of the positive one', () => {
  const status = { classes: ['ham', 'spam'], threshold: 0.31 }
  const binary = binaryOf({ config: { objective: 'f1' }, status })
  assert.deepEqual(binary, { positive: 'spam', threshold: 0.31, objective: 'f1' })
  assert.equal(binaryOf({ config: {}, status: { classes: ['a', 'b', 'c'] } }), undefined)
  assert.equal(binaryOf({ config: { multiLabel: true }, status }), undefined)
  assert.equal(positiveShare({ predicted: 'spam', confidence: 0.43 }, 'spam'), 0.43)
  assert.equal(positiveShare({ predicted: 'ham', confidence: 0.75 }, 'spam'), 0.25)
})

test('the threshold is explained by the objective', () => {
  const text = (threshold: number | undefined, objective: string) =>
    thresholdText({ positive: 'spam', threshold, objective }).replaceAll('\u00a0', ' ')
  assert.equal(text(0.314, 'f1'), 'spam is predicted from 31 % on, the threshold for the best F1.')
  assert.match(text(0.1, 'cost'), /for the lowest cost/)
  assert.equal(text(0.5, 'accuracy'), 'spam is predicted from 50 % on.')
  assert.equal(text(undefined, 'f1'), '')
})

test('a probability near one half is no close call if the threshold is elsewhere', () => {
  const asked = { reason: 'uncertain', predicted: 'spam', confidence: 0.52, unknownFeatures: [] }
  const options = { classes: ['ham', 'spam'] }
  assert.equal(whyAsked(asked, options).key, 'label.why.even')
  assert.equal(whyAsked({ ...asked, threshold: 0.47 }, options).key, 'label.why.even')
  assert.equal(whyAsked({ ...asked, threshold: 0.24 }, options).key, 'label.why.uncertain')
})

test('only lines that were wrapped at a fixed width are joined', () => {
  const line = 'These are words of a sentence that somebody wrapped'
  assert.equal(unwrap(`${line}\n${line}\nat the end.`), `${line} ${line} at the end.`)
  assert.equal(unwrap(`> ${line}\n> end\n>\n> > ${line}\n> > end`), `> ${line} end\n>\n> > ${line} end`)
  assert.equal(unwrap(` > ${line}\n > end`), ` > ${line} end`)
  for (const text of [`${line}\nshort\n${line}`, `- ${line}\n- one`, `${line}${line}\nend`, line])
    assert.equal(unwrap(text), text)
})
