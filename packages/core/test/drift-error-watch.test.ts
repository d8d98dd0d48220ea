import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Adwin } from '../src/drift/adwin.js'
import { ErrorWatch } from '../src/drift/error-watch.js'
import { Random } from '../src/internals.js'
import { differenceOf, nanIn } from './support/compare.js'
import { type Answer, type DriftStream, HALF, record } from './support/drift-stream.js'

/** The first answer with mean R > A, from the definition R = Σ_k Π_{i ≥ k} Λ_i: every start of the change, one by one. */
const slowFirst = (answers: readonly (readonly [boolean, number])[], patience: number): number => {
  const doubts = answers.map(([, confidence], n) => {
    const sure = answers.slice(0, n).filter(([, other]) => 1 - other < 0.15)
    const floor = (1 + sure.filter(([wrong]) => wrong).length) / (20 + sure.length)
    return Math.min(Math.max(1 - confidence, floor), 0.5)
  })
  for (let end = 20; end < answers.length; end++) {
    let mean = 0
    for (const share of [0.2, 0.5, 0.9]) {
      let product = 1
      for (let k = end; k >= 20; k--) {
        const q = doubts[k]
        const turned = q + share * (1 - 2 * q)
        product *= answers[k][0] ? turned / q : (1 - turned) / (1 - q)
        mean += product / 3
      }
    }
    if (mean > patience) return end + 1
  }
  return 0
}

test('the running ratios give what the definition gives', () => {
  for (let seed = 1; seed <= 10; seed++) {
    const random = new Random(seed, 'errors')
    const answers = Array.from({ length: 200 }, (_, n) => {
      const confidence = 0.5 + random.uniform() / 2
      return [random.uniform() < (n < 120 ? 1 - confidence : 0.5), confidence] as const
    })
    const watch = new ErrorWatch({ patience: 300 })
    const alarms = answers.map(([wrong, confidence]) => watch.add(wrong, confidence))
    const first = alarms.find((alarm) => alarm !== undefined)
    assert.equal(first?.at ?? 0, slowFirst(answers, 300))
  }
})

test('confidence that is right rings no more often than it may', () => {
  let rung = 0
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed, 'errors')
    const watch = new ErrorWatch({ patience: 2000 })
    for (let n = 0; n < 200; n++) {
      const confidence = 0.5 + random.uniform() / 2
      if (watch.add(random.uniform() < 1 - confidence, confidence)) rung++
    }
  }
  assert.ok(rung <= 20, `${rung} of 200: at most 200/2000 of them should`)
})

test('an alarm says since when and by how much, and the detector restarts', () => {
  const watch = new ErrorWatch()
  const random = new Random(1, 'errors')
  for (let n = 0; n < 100; n++) assert.equal(watch.add(random.uniform() < 0.1, 0.9), undefined)
  let alarm = watch.add(true, 0.9)
  while (!alarm) alarm = watch.add(random.uniform() < 0.9, 0.9)
  assert.equal(alarm.kind, 'errors')
  assert.ok(Math.abs(alarm.at - alarm.since - 100) <= 3, `began ${alarm.since} before ${alarm.at}`)
  assert.ok(alarm.strength > 0.6 && alarm.strength <= 1)
  for (let n = 0; n < 20; n++) assert.equal(watch.add(true, 0.9), undefined)
})

test('confidences from −0 to 1 and beyond leave no NaN', () => {
  const watch = new ErrorWatch({ least: 0 })
  for (const confidence of [1, 0, 1 + 1e-12, -1e-12, 0.5]) {
    watch.add(true, confidence)
    watch.add(false, confidence)
  }
  assert.equal(nanIn(watch.save()), undefined)
})

test('a saved watch goes on with the same bits', () => {
  const random = new Random(2, 'errors')
  const one = new ErrorWatch({ patience: 100 })
  const two = new ErrorWatch({ patience: 100 })
  for (let n = 0; n < 500; n++) {
    if (n % 100 === 50) two.load(one.save())
    const wrong = random.uniform() < (n % 200 < 100 ? 0.2 : 0.7)
    const confidence = 0.7 + 0.2 * random.uniform()
    const alarm = one.add(wrong, confidence)
    if (n >= 50) assert.deepEqual(two.add(wrong, confidence), alarm)
  }
  assert.equal(differenceOf(one.save(), two.save()), undefined)
})

/** Ways to watch answers: each takes one and says whether it rings. */
const watches: Record<'ratios' | 'windows' | 'weighted', () => (answer: Answer) => boolean> = {
  ratios: () => {
    const watch = new ErrorWatch()
    return ({ wrong, confidence }) => watch.add(wrong, confidence) !== undefined
  },
  /** The largest z = Σ([wrong] − q)/√(Σ q(1 − q) + ¼) over the last 10, 20, 40 … answers. */
  windows: () => {
    const past: Answer[] = []
    return (answer) => {
      past.push(answer)
      let excess = 0
      let variance = 0.25
      let largest = 0
      for (let k = 1, next = 10; k <= past.length; k++) {
        const { wrong, confidence } = past[past.length - k]
        const q = Math.max(1 - confidence, 0.02)
        excess += (wrong ? 1 : 0) - q
        variance += q * (1 - q)
        if (k !== next) continue
        largest = Math.max(largest, excess / Math.sqrt(variance))
        next *= 2
      }
      return largest > 4.5
    }
  },
  weighted: () => {
    const adwin = new Adwin({ range: 10 })
    return ({ wrong, probability }) => {
      const before = adwin.mean
      return adwin.add(wrong ? Math.min(1 / probability, 10) : 0) && adwin.mean > before
    }
  },
}

const names = ['ratios', 'windows', 'weighted'] as const

test('streams rang hardly ever while nothing changes', () => {
  let alarms = 0
  for (let seed = 1; seed <= 3; seed++)
    for (const learner of ['arow', 'pa1', 'rls'] as const)
      for (const moving of [false, true]) {
        const { answers } = record({ seed, learner, change: 'none', noise: 0.05 * seed, moving })
        if (answers.some(watches.ratios())) alarms++
      }
  assert.ok(alarms <= 1, `${alarms} of 18 stationary streams rang`)
})

/** How many of the streams each watch rang in after the change and not before, and the median delay of ours in items. */
const found = (streams: readonly DriftStream[]) => {
  const counts = { ratios: 0, windows: 0, weighted: 0 }
  const delays: number[] = []
  for (const stream of streams) {
    const { answers } = record(stream)
    for (const name of names) {
      const item = answers.find(watches[name]())?.item ?? 0
      if (item < HALF) continue
      counts[name]++
      if (name === 'ratios') delays.push(item - HALF)
    }
  }
  return { ...counts, delay: delays.sort((a, b) => a - b)[delays.length >> 1] }
}

const streams = (change: DriftStream['change'], learner: DriftStream['learner'], count: number) =>
  Array.from({ length: count }, (_, k) => ({ seed: 11 + k, learner, change, noise: 0.05 }))

test('flipped labels are found soon', () => {
  const { ratios, delay } = found([...streams('flip', 'arow', 3), ...streams('flip', 'pa1', 3)])
  assert.equal(ratios, 6)
  assert.ok(delay < 1000, `after ${delay} items`)
})

test('a new concept is found soon, and more often than by windows and by weighted errors', () => {
  const { ratios, windows, weighted, delay } = found([
    ...streams('concept', 'arow', 3),
    ...streams('concept', 'pa1', 6),
  ])
  assert.ok(ratios >= 6, `in ${ratios} of 9`)
  assert.ok(delay < 1500, `after ${delay} items`)
  assert.ok(ratios > windows && ratios > weighted, `${ratios} against ${windows} and ${weighted}`)
})

test('gradual drift is found where the learner does not follow it by itself', () => {
  const { ratios } = found(streams('gradual', 'arow', 4))
  assert.ok(ratios >= 3, `in ${ratios} of 4`)
})
