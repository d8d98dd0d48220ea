import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Classifier, type ClassifierEvent } from '@askance/core'
import { Random } from '@askance/core/internals'
import { OpenQuestions } from '../src/classifier/open-questions.js'
import type { Question } from '../src/classifier/question.js'
import { drawnItem } from './support/live.js'

const asked = (t: number): Question => ({ t }) as Question

describe('open questions', () => {
  for (let seed = 1; seed <= 5; seed++)
    test(`are like a sorted list, seed ${seed}`, () => {
      const random = new Random(seed, 'test/open-questions')
      const open = new OpenQuestions()
      let plain: Question[] = []
      const closed: Question[] = []
      for (let t = 1; t <= 6000; t++) {
        open.add(asked(t))
        plain.push(asked(t))
        if (random.uniform() < 0.6) {
          const gone = plain[Math.floor(random.uniform() * plain.length)]
          open.remove(gone)
          plain = plain.filter((question) => question !== gone)
          closed.push(gone)
        }
        if (t % 50 === 0) {
          const back = closed.pop()
          if (back) {
            open.add(back)
            plain.push(back)
            plain.sort((a, b) => a.t - b.t)
          }
        }
      }
      open.remove(asked(7000))
      assert.deepEqual([...open], plain)
      assert.equal(open.length, plain.length)
      assert.equal(open.at(0)?.t, plain[0].t)
      assert.equal(open.at(plain.length), undefined)
      const place = Math.floor(plain.length / 2)
      assert.equal(open.at(place)?.t, plain[place].t)
      assert.deepEqual([...open.latest(70)], plain.slice(-70).reverse())
    })
})

for (const algorithm of ['auto', 'D-AMD']) {
  const options = { classes: ['a', 'b'], algorithm, budget: { total: 60 }, seed: 3 }

  /** A classifier with some answers, and its log. */
  const lived = (): { classifier: Classifier; log: ClassifierEvent[]; answered: string[] } => {
    const random = new Random(4, 'test/reopen')
    const classifier = new Classifier(options)
    const log: ClassifierEvent[] = []
    const answered: string[] = []
    classifier.log = (event) => log.push(event)
    for (let k = 0; k < 150; k++) {
      const { asked: isAsked, id } = classifier.observe(drawnItem(random))
      if (!isAsked) continue
      classifier.answer(id, k % 3 === 0 ? 'a' : 'b')
      answered.push(id)
    }
    return { classifier, log, answered }
  }

  describe(`taking an answer back, ${algorithm}`, () => {
    test('is as if it had not been given, and the question is open again', () => {
      const { classifier, log, answered } = lived()
      const [, , third = ''] = answered
      const { spent, answers } = classifier.counts
      classifier.reopen(third)
      assert.deepEqual(classifier.counts, { ...classifier.counts, spent, answers: answers - 1, open: 1 })
      assert.deepEqual(
        [...classifier.open].map(({ id }) => id),
        [third],
      )
      const never = new Classifier(options)
      for (const event of log)
        if (event.type !== 'reopened' && !(event.type === 'answered' && event.id === third))
          never.apply(event)
      const probe = drawnItem(new Random(9, 'test/reopen'))
      assert.deepEqual(classifier.explainItem(probe), never.explainItem(probe))
      assert.deepEqual(classifier.quality(), never.quality())
    })

    test('can be answered again, survives saving, and replays', () => {
      const { classifier, log, answered } = lived()
      const last = answered.at(-1) ?? ''
      classifier.reopen(last, { by: 'me' })
      const loaded = Classifier.load(classifier.save())
      assert.deepEqual(
        [...loaded.open].map(({ id }) => id),
        [last],
      )
      assert.equal(classifier.answer(last, 'a'), 'learned')
      assert.equal(loaded.answer(last, 'a'), 'learned')
      const again = new Classifier(options)
      for (const event of log) again.apply(event)
      for (const other of [loaded, again]) {
        const random = new Random(11, 'test/reopen')
        const [mine, theirs] = [classifier, other].map((one) => one.explainItem(drawnItem(random)))
        assert.deepEqual(Object.keys(theirs), Object.keys(mine))
        assert.deepEqual(other.counts, classifier.counts)
        assert.deepEqual(other.quality(), classifier.quality())
      }
    })

    test('a skip and an unsure can be taken back too, within the budget', () => {
      const classifier = new Classifier({ ...options, budget: { total: 3 }, withdraw: false })
      const random = new Random(7, 'test/reopen')
      const ask = (): string => {
        for (;;) {
          const { asked: isAsked, id } = classifier.observe(drawnItem(random))
          if (isAsked) return id
        }
      }
      const [one, two] = [ask(), ask()]
      classifier.skip(one)
      classifier.unsure(two)
      assert.deepEqual([classifier.counts.open, classifier.counts.spent], [0, 1])
      classifier.reopen(one)
      classifier.reopen(two)
      assert.deepEqual([classifier.counts.open, classifier.counts.spent], [2, 2])
      classifier.skip(one)
      ask()
      ask()
      assert.throws(() => classifier.reopen(one), { code: 'question/late' })
    })

    test('is refused where there is none', () => {
      const { classifier } = lived()
      classifier.teach(drawnItem(new Random(1, 'test/reopen')), 'a', 'taught')
      assert.throws(() => classifier.reopen('taught'), { code: 'question/unanswered' })
      assert.throws(() => classifier.reopen('never'), { code: 'question/unknown' })
    })
  })

  test(`a second look at a question never raises what its answer weighs: ${algorithm}`, () => {
    const random = new Random(5, 'test/review')
    const classifier = new Classifier({ ...options, measure: 0 })
    const events: ClassifierEvent[] = []
    classifier.log = (event) => events.push(event)
    for (let k = 0; k < 40; k++) classifier.observe(drawnItem(random))
    const [first, ...others] = classifier.open
    classifier.answer(first.id, 'a')
    for (const { id, probability } of others) {
      const now = classifier.review(id)
      const { state, probability: after } = classifier.question(id) ?? assert.fail()
      assert.equal(state === 'withdrawn', now === 0)
      assert.ok(after <= probability)
      assert.equal(classifier.review(id), state === 'withdrawn' ? 0 : now)
    }
    assert.throws(() => classifier.review('never'), { code: 'question/unknown' })
  })

  test(`takes no question back before something was learned: ${algorithm}`, () => {
    const random = new Random(7, 'test/review-early')
    for (let seed = 0; seed < 50; seed++) {
      const classifier = new Classifier({ ...options, budget: { ratio: 0.05 }, seed })
      const ids = Array.from({ length: 20 }, () => classifier.observe(drawnItem(random)))
        .filter(({ asked }) => asked)
        .map(({ id }) => id)
      for (const id of ids) {
        classifier.review(id)
        assert.equal(classifier.question(id)?.state, 'open', `seed ${seed}`)
      }
    }
  })

  test(`asks nothing while asking is switched off, and goes on as before: ${algorithm}`, () => {
    const random = new Random(6, 'test/silent')
    const classifier = new Classifier({ ...options, measure: 0.5 })
    for (let k = 0; k < 50; k++) {
      const { asked: isAsked, probability } = classifier.observe(drawnItem(random), undefined, { ask: false })
      assert.deepEqual([isAsked, probability], [false, 0])
    }
    assert.deepEqual(classifier.counts.spent, 0)
    const later = Array.from({ length: 30 }, () => classifier.observe(drawnItem(random)))
    assert.ok(later.some(({ asked: isAsked }) => isAsked))
    assert.ok(classifier.quality().all.unsampled >= 50)
  })
}
