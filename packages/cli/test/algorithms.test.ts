import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { catalogue } from '@askance/core/internals'
import { askance, printed, printedJson } from './tools/askance.js'

describe('algorithms', () => {
  test('lists every name with its parts, cost and parameters', async () => {
    const lines = (await printed('algorithms')).split('\n')
    for (const { name, learner, rule } of catalogue) {
      const line = lines.find((text) => text.startsWith(`${name} `))
      assert.ok(line?.includes(`${learner.name} × ${rule.name}`), name)
    }
    const costOf = (name: string) => lines.find((text) => text.startsWith(`${name} `))?.match(/O\(.*?\)/)?.[0]
    const costs = ['D-AMD', 'MD-AMD', 'SOAL', 'SOAL-diag', 'PAA', 'RandomizedBudgetPerceptron'].map(costOf)
    assert.deepEqual(costs, ['O(s)', 'O(k·s)', 'O(d²)', 'O(s)', 'O(s)', 'O(n·s)'])
  })

  test('filters by task and paper', async () => {
    const found = await printedJson('algorithms', '--task', 'multiclass', '--paper', 'lu-2016')
    const expected = catalogue.filter(({ task, paper }) => task === 'multiclass' && paper === 'lu-2016')
    assert.deepEqual(
      found.map(({ name }: { name: string }) => name),
      expected.map(({ name }) => name),
    )
  })

  for (const { name, learner, rule, parameters } of catalogue)
    test(`describes ${name}`, async () => {
      const text = (await printed('algorithms', name)).replace(/\s+/g, ' ')
      assert.ok(text.startsWith(name))
      for (const part of [learner.summary, rule.summary, rule.formula, ...parameters.map((one) => one.name)])
        assert.ok(text.includes(part), part)
      assert.match(text, /Example askance run data\.libsvm --algorithm /)
    })

  test('lists aliases in both directions, and the cost with a kernel', async () => {
    const { sameAs, kernels } = await printedJson('algorithms', 'SOLE')
    assert.deepEqual({ sameAs, kernels }, { sameAs: ['SEL-2nd', 'ASOP', 'SOP-SS'], kernels: true })
    assert.ok((await printedJson('algorithms', 'SEL-2nd')).sameAs.includes('SOLE'))
    assert.match(await printed('algorithms', 'sole'), /with a kernel O\(n·s \+ n²\)/)
    assert.match(await printed('algorithms', 'MD-AMD'), /kernels +no/)
  })

  test('suggests similar names for an unknown one', async () => {
    const { code, err } = await askance(['algorithms', 'D-AMDD'])
    assert.equal(code, 1)
    assert.match(err, /unknown algorithm D-AMDD; did you mean .*D-AMD/)
  })

  test('wraps the last column on a narrow terminal and uses colours only on a terminal', async () => {
    const terminal = { columns: 130 }
    const plain = await askance(['algorithms'], { terminal, env: { NO_COLOR: '1' } })
    assert.ok(plain.out.split('\n').every((line) => line.length <= 130))
    assert.ok(!plain.out.includes('\u001b'))
    assert.ok((await askance(['algorithms'], { terminal })).out.includes('\u001b[1mD-AMD'))
    assert.ok(!(await askance(['algorithms'])).out.includes('\u001b'))
  })
})
