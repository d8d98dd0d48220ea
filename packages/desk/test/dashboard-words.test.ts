import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectFindings } from '../src/dashboard/findings.js'
import { eventText } from '../src/dashboard/history.js'
import { strongest } from '../src/dashboard/strongest.js'
import { reasonText } from '../src/parts/question-words.js'
import { quality, window } from './dashboard-support.js'

const counts = { items: 1000, open: 9, spent: 100, answers: 91, taught: 0 }
const known = {
  quality: quality(),
  windows: [window({ reasons: { audit: 7, uncertain: 80 } })],
  status: { counts, withdrawn: 0 },
  isWatched: true,
  isPaused: false,
  now: 2_000_000,
}
const said = (part: Partial<Parameters<typeof collectFindings>[0]>) => collectFindings({ ...known, ...part })

test('says what more labels would bring, once it can be told', () => {
  assert.deepEqual(
    said({}).map(({ kind }) => kind),
    ['even', 'waiting'],
  )
  const { gain } = quality()
  const told = (part: Partial<typeof gain>) =>
    said({ quality: quality({ gain: { ...gain, gain: 0.01, text: 'By at most 2 points.', ...part } }) })[0]
  assert.deepEqual(told({}), {
    kind: 'even',
    title: 'What more labels would bring',
    text: 'By at most 2 points.',
  })
  assert.equal(told({ stop: true })?.title, 'More labels would help little')
})

test('reports the last drift alarm, or no drift if detection is on', () => {
  const alarm = (t: number, kind: string) => ({ t, time: 1_900_000, kind, strength: 1 })
  const titles = (part: Parameters<typeof said>[0]) => said(part).map(({ title }) => title)
  const drifting = said({ windows: [window({ drift: [alarm(50, 'margins'), alarm(70, 'errors')] })] })[0]
  assert.match(drifting?.title ?? '', /^Drift detected .*, at item 70$/)
  assert.match(drifting?.text ?? '', /The error rate rose.* 2 alarms so far/)
  assert.ok(titles({}).includes('No drift detected'))
  assert.ok(!titles({ isWatched: false }).includes('No drift detected'))
})

test('reports open and withdrawn questions', () => {
  const last = (part: Parameters<typeof said>[0]) => said(part).at(-1)
  assert.equal(last({})?.title, '9 open questions')
  const since = last({ status: { counts: { ...counts, open: 1 }, withdrawn: 5, waitingSince: 1_000_000 } })
  assert.match(since?.title ?? '', /^1 open question, since /)
  assert.match(since?.text ?? '', /^5 questions were withdrawn/)
  assert.equal(last({ status: { counts: { ...counts, open: 0 }, withdrawn: 0 } })?.title, 'No open questions')
  assert.equal(last({ isPaused: true })?.title, 'Paused')
})

test('describes events, and shows unknown ones by name', () => {
  const event = (type: string, more: object = {}) => eventText({ seq: 1, type, time: 0, ...more })
  assert.equal(event('observed', { predicted: 'ham', asked: true }), 'received, predicted ham, asked')
  assert.equal(event('observed', { predicted: 'ham', asked: false }), 'received, predicted ham')
  assert.equal(event('answered', { label: 'spam', by: 'Ada' }), 'answered spam, by Ada')
  assert.equal(event('reviewed', { probability: 0.25 }), 'reviewed, probability of asking 0.25')
  assert.equal(event('strange'), 'strange')
})

test('keeps the strongest features, for and against', () => {
  const some = [3, 1, 0.5, -2].map((contribution) => ({ contribution }))
  assert.deepEqual(
    strongest(some, 2).map(({ contribution }) => contribution),
    [3, -2],
  )
  assert.equal(some.length, 4)
})

test('formats reasons', () => {
  assert.equal(reasonText('warm-up'), 'warm-up')
  assert.equal(reasonText('a whim'), 'a whim')
})
