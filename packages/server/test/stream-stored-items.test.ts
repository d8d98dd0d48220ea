import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClassifierEvent, Pool } from '@askance/core'
import { Random } from '@askance/core/internals'
import type { SentItem } from '../src/operations/types.js'
import type { StreamConfig } from '../src/stream/config.js'
import { type Entry, isOfStoredItem, withStoredItem } from '../src/stream/entries.js'
import { detectShape } from '../src/stream/input.js'
import { newClassifier } from '../src/stream/options.js'
import { askingConfig } from './support/stream-life.js'
import { WORDY } from './support/stream-random.js'

const WORDS = ['prize', 'win', 'meeting', 'minutes', 'free', 'agenda', 'offer', 'money', 'paper', 'lunch']

const items: Readonly<Record<string, (random: Random, k: number) => SentItem>> = {
  text: (random) => ({ text: Array.from({ length: 9 }, () => WORDS[random.below(10)]).join(' ') }),
  features: (random, k) => ({
    features: { size: random.normal(), colour: WORDS[random.below(5)] ?? '', [`late ${k >> 4}`]: 1 },
  }),
  rows: (random) => ({ row: { index: [1, 4, 9], value: [random.normal(), 0.5, random.normal()] } }),
}

const configs: Readonly<Record<string, Partial<StreamConfig>>> = {
  auto: { algorithm: 'auto' },
  'D-AMD': { algorithm: 'D-AMD' },
  'a pool': { algorithm: 'auto', protocol: 'pool', budget: { total: 10 } },
  'several labels': { algorithm: 'auto', multiLabel: true },
}

/** A log with rows, as earlier versions wrote it, and one that refers to the items: both give the same bytes. */
for (const [kind, item] of Object.entries(items))
  for (const [name, config] of Object.entries(configs))
    test(`a log without rows gives the same model as one with rows: ${kind}, ${name}`, () => {
      const random = new Random(7, 'stored items')
      const sent = Array.from({ length: 60 }, (_, k) => item(random, k))
      const beginning = { ...askingConfig, classes: ['ham', 'spam'], budget: { ratio: 0.3 }, ...config }
      const shape = kind === 'text' ? WORDY : detectShape(sent, 2, beginning.algorithm)
      const log: Entry[] = []
      const live = newClassifier(beginning, shape)
      live.log = (entry: Entry) => log.push(JSON.parse(JSON.stringify(entry)))
      sent.forEach((one, k) => {
        const id = `${k}`
        const label = k % 3 ? 'ham' : 'spam'
        const labels = (beginning.multiLabel ? [label] : label) as never
        if (k % 10 === 9) live.teach(one as never, labels, id, { time: k })
        else if (live instanceof Pool) live.add(one, id, { time: k })
        else if (live.observe(one as never, id, { time: k, ask: true }).asked)
          live.answer(id, labels, { time: k })
      })
      const withRows = newClassifier(beginning, shape)
      const withItems = newClassifier(beginning, shape)
      let referring = 0
      for (const entry of log) {
        const stored = withStoredItem(entry)
        if (isOfStoredItem(stored)) referring++
        withRows.apply(entry as ClassifierEvent & never)
        withItems.apply(
          stored as ClassifierEvent & never,
          isOfStoredItem(stored) ? (sent[Number((entry as { id: string }).id)] as never) : undefined,
        )
      }
      assert.ok(referring > 5, `${referring} events refer to their items`)
      assert.ok(Buffer.from(live.save()).equals(withRows.save()), 'with rows')
      assert.ok(Buffer.from(live.save()).equals(withItems.save()), 'with items')
    })
