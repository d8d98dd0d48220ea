import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { explanationInWords, questionInWords } from '../src/http/routes/feature-words.js'
import type { SingleLabelDecision } from '../src/operations/types.js'
import { Life } from './support/stream-life.js'

const texts = ['free offer today', 'minutes of the board', 'offers for free', 'the board meets'] as const

/** A stream of short texts, which have character n-grams, with an answer to each so far. */
const lived = (answers: number): Life => {
  const life = new Life({ algorithm: 'auto' })
  texts.forEach((text, k) => {
    life.run('observe', { items: [{ id: `i${k}`, text }] }, 'sender')
    if (k < answers)
      life.run('answers', { answers: [{ id: `i${k}`, label: k % 2 === 0 ? 'spam' : 'ham' }] }, 'ann')
  })
  return life
}

const predictedBy = (life: Life) => life.run('predict', { items: [{ text: 'free board' }] })[0]

describe('a stream that has learned nothing', () => {
  test('says so in predictions, decisions, questions and its status', () => {
    const life = lived(1)
    assert.equal(predictedBy(life)?.ready, false)
    assert.equal(life.run('status', {}).ready, false)
    assert.equal(life.run('lease', { count: 1 })[0]?.ready, false)
    const [decision] = life.run('observe', { items: [{ id: 'new', text: 'free' }] }, 'sender')
    assert.equal((decision as SingleLabelDecision).ready, false)
    assert.equal(life.events().at(-1)?.ready, false)
  })

  test('is ready with labels of two classes, also after a replay', () => {
    const life = lived(2)
    for (const one of [life, life.replayed()]) {
      const prediction = predictedBy(one)
      assert.equal(prediction?.ready, true)
      assert.ok(prediction?.threshold !== undefined && prediction.threshold > 0)
      assert.equal(one.run('status', {}).ready, true)
    }
  })
})

describe('features of short texts', () => {
  test('are words in explanations, questions and the top features', () => {
    const life = lived(3)
    const item = { id: 'i3', text: texts[3] }
    const { features, unknownFeatures } = explanationInWords(life.run('explain', { item }), item)
    assert.ok(features.length > 0)
    const words = texts[3].split(' ')
    for (const { feature, text } of features) assert.ok(words.includes(feature) && text === feature, feature)
    assert.ok(unknownFeatures.every((feature) => !feature.startsWith('chr:')))
    const [question] = life.run('lease', { count: 1 })
    assert.ok(question)
    const { contributions } = questionInWords(question, item)
    assert.ok(contributions.every(({ feature }) => words.includes(feature)))
    const { classes } = life.run('features', { count: 5 })
    for (const { features: top } of classes)
      for (const { text } of top) assert.doesNotMatch(text, /chr:|^“.{1,3}”$/, text)
  })
})
