import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createService, defaultConfig, defaultSettings, openStore } from '@askance/server'
import { askance, folder, printed } from './tools/askance.js'

test('askance erase erases items and a labeller, and says how many', async (t) => {
  const path = folder(t)('a.sqlite')
  const service = createService({
    settings: { ...defaultSettings, threads: 0 },
    store: await openStore(path),
  })
  await service.createStream('mails', {
    ...defaultConfig,
    seed: 1,
    classes: ['ham', 'spam'],
    budget: { ratio: 1 },
  })
  const items = ['ann/1', 'ann/2', 'bob/1', 'x'].map((id) => ({
    id,
    row: { index: [1], value: [1] },
    ...(id === 'x' && { meta: { author: 'ann' } }),
  }))
  await service.run('mails', 'observe', { items }, { by: 'sender' })
  await service.run('mails', 'answers', { answers: [{ id: 'bob/1', label: 'ham' }] }, { by: 'zoe' })
  await service.close()
  const erase = (...args: string[]) => printed('erase', 'mails', ...args, '--store', path)
  assert.equal(await erase('--id-prefix', 'ann/'), 'erased 2 items, unlearned 0 answers\n')
  assert.equal(await erase('--meta', 'author=ann'), 'erased 1 item, unlearned 0 answers\n')
  assert.match(
    await erase('--labeller', 'zoe'),
    /^unlearned 1 answer of the labeller, now called erased-\w{12}\n$/,
  )
  const wrong = async (...args: string[]) => (await askance(['erase', ...args, '--store', path])).err
  assert.match(await wrong('mails'), /requires --ids, --id-prefix, --meta or --labeller/)
  assert.match(await wrong('mails', '--meta', 'author'), /expected NAME=VALUE/)
  assert.match(await wrong('mails', '--ids', 'never'), /never/)
  assert.match(await wrong('none', '--ids', 'x'), /none/)
})
