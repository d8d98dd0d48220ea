import assert from 'node:assert/strict'
import { test } from 'node:test'
import { featureText, strongest } from '../src/dashboard/feature-text.js'
import { collectFindings } from '../src/dashboard/findings.js'
import { eventText } from '../src/dashboard/history.js'
import { reasonText } from '../src/dashboard/reason.js'
import { quality, window } from './dashboard-support.js'

const counts = { items: 1000, open: 9, spent: 100, answers: 91, taught: 0 }
const known = {
  quality: quality(),
  gain: { value: 0.05, low: 0.03, high: 0.07 },
  windows: [window({ reasons: { audit: 7, uncertain: 80 } })],
  status: { counts, withdrawn: 0 },
  isWatched: true,
  isPaused: false,
  now: 2_000_000,
}
const said = (part: Partial<Parameters<typeof collectFindings>[0]>) => collectFindings({ ...known, ...part })

test('reports a lead only if the interval is above 0, and names the shadow model', () => {
  const [gain] = said({})
  assert.equal(gain?.kind, 'good')
  assert.equal(gain?.title, 'Ahead of random asking by 5.0 points of accuracy ± 2.0')
  assert.match(gain?.text ?? '', /learned from 97 items picked at random/)
  const [behind] = said({ gain: { value: -0.05, low: -0.07, high: -0.03 } })
  assert.equal(behind?.kind, 'warn')
  assert.equal(behind?.title, 'Behind random asking by 5.0 points of accuracy ± 2.0')
})

test('distinguishes no gain from an unclear gain', () => {
  const [none] = said({ gain: { value: 0.001, low: -0.004, high: 0.005 } })
  assert.equal(none?.title, 'No gain in accuracy over random asking: 0.1 ± 0.5')
  const [unclear] = said({ gain: { value: 0.1, low: -0.05, high: 0.2 }, windows: [window({})] })
  assert.equal(unclear?.title, 'Gain in accuracy over random asking unclear: between −5.0 and 20.0 points')
})

test('omits the comparison while there is no estimate', () => {
  assert.deepEqual(
    collectFindings({ ...known, gain: undefined }).map(({ kind }) => kind),
    ['even', 'waiting'],
  )
})

test('reports the last drift alarm, or no drift if detection is on', () => {
  const alarm = (t: number, kind: string) => ({ t, time: 1_900_000, kind, strength: 1 })
  const titles = (part: Parameters<typeof said>[0]) => said(part).map(({ title }) => title)
  const drifting = said({ windows: [window({ drift: [alarm(50, 'margins'), alarm(70, 'errors')] })] })[1]
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

test('reports when more labels would help little', () => {
  const text = '100 more labels would raise accuracy by at most 0.1 points (95 %).'
  const gain = { labels: 5000, per: 100, upper: 0.0008, level: 0.95, rising: false, stop: true, text }
  const found = said({ quality: quality({ gain }) }).find(
    ({ title }) => title === 'More labels would help little',
  )
  assert.equal(found?.text, text)
  assert.ok(!said({}).some(({ title }) => title === 'More labels would help little'))
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

test('formats reasons and features', () => {
  assert.equal(reasonText('warm-up'), 'warm-up')
  assert.equal(reasonText('a whim'), 'a whim')
  assert.equal(featureText('chr: lat'), '“ lat”')
  assert.equal(featureText('subject:offer'), 'subject: offer')
  assert.equal(featureText('url-path:tm'), 'url-path:tm')
})
