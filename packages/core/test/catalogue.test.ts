import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, citations, costOf, findAlgorithm } from '../src/internals.js'

/** Every name of the papers as learner × rule; a full matrix is marked [full], a diagonal one [diag]. */
const names: Record<string, string> = {
  DA: 'DA × always',
  MD: 'MD × always',
  'R-ADA': 'DA × random',
  'R-AMD': 'MD × random',
  'M-ADA': 'DA × margin',
  'M-AMD': 'MD × margin',
  'D-ADA': 'DA × discrimination',
  'D-AMD': 'MD × discrimination',
  'D-ADA-I': 'DA × full discrimination',
  'D-AMD-I': 'MD × full discrimination',
  MDA: 'multiclass DA × always',
  MMD: 'multiclass MD × always',
  'MR-ADA': 'multiclass DA × random',
  'MR-AMD': 'multiclass MD × random',
  'MM-ADA': 'multiclass DA × margin',
  'MM-AMD': 'multiclass MD × margin',
  'MD-ADA': 'multiclass DA × discrimination',
  'MD-AMD': 'multiclass MD × discrimination',
  'MD-ADA-I': 'multiclass DA × full discrimination',
  'MD-AMD-I': 'multiclass MD × full discrimination',
  PE: 'Perceptron × always',
  PA: 'PA × always',
  'PA-I': 'PA-I × always',
  'PA-II': 'PA-II × always',
  RPE: 'Perceptron × random',
  RPA: 'PA × random',
  'RPA-I': 'PA-I × random',
  'RPA-II': 'PA-II × random',
  PEA: 'Perceptron × margin',
  APE: 'Perceptron × margin',
  LEPE: 'Perceptron × margin',
  'Perceptron-SS': 'Perceptron × margin',
  PAA: 'PA × margin',
  'PAA-I': 'PA-I × margin',
  'PAA-II': 'PA-II × margin',
  APAII: 'PA-II × margin',
  'PAA-shifted': 'PA × shifted margin',
  'PAA-I-shifted': 'PA-I × shifted margin',
  'PAA-II-shifted': 'PA-II × shifted margin',
  'SEL-ada': 'Perceptron × adaptive margin',
  'SEL-2nd': 'SOP [full] × margin',
  MPE: 'multiclass Perceptron × always',
  MPA: 'multiclass PA × always',
  'MPA-I': 'multiclass PA-I × always',
  'MPA-II': 'multiclass PA-II × always',
  MRPE: 'multiclass Perceptron × random',
  MRPA: 'multiclass PA × random',
  'MRPA-I': 'multiclass PA-I × random',
  'MRPA-II': 'multiclass PA-II × random',
  MPEA: 'multiclass Perceptron × margin',
  MPAA: 'multiclass PA × margin',
  'MPAA-I': 'multiclass PA-I × margin',
  'MPAA-II': 'multiclass PA-II × margin',
  CSPAA: 'CSPA × margin',
  'CSPAA(a)': 'CSPA × decaying margin',
  CSRND: 'CSPA × random',
  CSPA: 'CSPA × always',
  CPA: 'CPA × always',
  PAUM: 'PAUM × always',
  'CW-diag': 'CW [diag] × always',
  SOAL: 'SOAL [full] × SOAL',
  'SOAL-diag': 'SOAL [diag] × SOAL',
  'SOAL-M': 'SOAL [full] × margin',
  'SOAL-M-diag': 'SOAL [diag] × margin',
  SORL: 'SOAL [full] × random',
  'SORL-diag': 'SOAL [diag] × random',
  SOL: 'SOAL [full] × always',
  'SOL-diag': 'SOAL [diag] × always',
  AROW: 'AROW [full] × always',
  'AROW-diag': 'AROW [diag] × always',
  ASOP: 'SOP [full] × margin',
  'ASOP-diag': 'SOP [diag] × margin',
  LASEC: 'LASEC [full] × always',
  'LASEC-diag': 'LASEC [diag] × always',
  'LASEC-SS': 'LASEC [full] × margin',
  'LASEC-SS-diag': 'LASEC [diag] × margin',
  SOP: 'SOP [full] × always',
  'SOP-SS': 'SOP [full] × margin',
  'SOP-SS-diag': 'SOP [diag] × margin',
  Perceptron: 'Perceptron × always',
  ShiftingPerceptron: 'ShiftingPerceptron × always',
  ModifiedPerceptron: 'ModifiedPerceptron × always',
  RandomizedBudgetPerceptron: 'RandomizedBudgetPerceptron × always',
  BBQ: 'RLS [full] × BBQ',
  'BBQ-I': 'SOP [full] × BBQ',
  RandomizedBBQ: 'RLS [full] × randomized BBQ',
  'RandomizedBBQ-I': 'SOP [full] × randomized BBQ',
  ParametricBBQ: 'RLS [full] × Parametric BBQ',
  'ParametricBBQ-I': 'SOP [full] × Parametric BBQ',
  PracticalBBQ: 'RLS [full] × practical BBQ',
  'PracticalBBQ-I': 'SOP [full] × practical BBQ',
  SOLE: 'SOP [full] × margin',
  RandomRLS: 'SOP [full] × random',
  'R-RLS': 'RLS [full] × random',
  'CS-D-ADA': 'CS-DA × discrimination',
  'CS-D-AMD': 'CS-MD × discrimination',
  'CS-DA': 'CS-DA × always',
  'CS-MD': 'CS-MD × always',
}

for (const [name, parts] of Object.entries(names))
  test(`${name} is ${parts}`, () => {
    const { learner, rule, form, task } = findAlgorithm(name)
    const several = learner.forms.includes('full') || learner.name === 'CW'
    const matrix = several ? ` [${form === 'diagonal' ? 'diag' : form}]` : ''
    const kind = task === 'multiclass' ? 'multiclass ' : ''
    assert.equal(`${kind}${learner.name}${matrix} × ${rule.name}`, parts)
    assert.equal(findAlgorithm(name).name, name)
  })

test('Every name stands once, whatever its letters’ case', () => {
  const folded = catalogue.map(({ name }) => name.toLowerCase())
  assert.equal(new Set(folded).size, folded.length)
})

for (const { name, paper, task, learner, rule, form, parameters, paced, sameAs } of catalogue)
  test(`The entry ${name} is sound`, () => {
    for (const key of [paper, ...learner.cite, ...rule.cite]) assert.ok(citations[key], `citation ${key}`)
    assert.ok(learner.forms.includes(form), `${learner.name} has no form ${form}`)
    if (task !== 'binary') assert.ok(learner.multiclass, `${learner.name} knows two classes only`)
    if (rule.needs) assert.equal(learner.gives, rule.needs)
    if (rule.needs === 'leverage') assert.notEqual(form, 'diagonal', 'a diagonal has no leverage')
    for (const borrowed of rule.borrows ?? [])
      assert.ok(
        learner.parameters.some((parameter) => parameter.name === borrowed),
        `${rule.name} borrows ${borrowed}`,
      )
    if (rule.dial) assert.ok(rule.parameters.some((parameter) => parameter.name === rule.dial?.parameter))
    if (paced)
      assert.deepEqual(
        parameters.map((parameter) => parameter.name),
        ['ratio', 'horizon', ...learner.parameters.map((parameter) => parameter.name)],
      )
    else assert.deepEqual(parameters, [...rule.parameters, ...learner.parameters])
    assert.equal(new Set(parameters.map((parameter) => parameter.name)).size, parameters.length)
    for (const { symbol, summary } of parameters) assert.ok(symbol && summary)
    assert.ok(learner.summary && rule.summary && rule.formula)
    if (!sameAs) return
    const twin = findAlgorithm(sameAs)
    assert.deepEqual([twin.learner, twin.rule, twin.form, twin.task], [learner, rule, form, task])
    assert.equal(twin.sameAs, undefined, 'an alias names the thing itself')
  })

test('Every citation is used', () => {
  const used = new Set(
    catalogue.flatMap(({ paper, learner, rule }) => [paper, ...learner.cite, ...rule.cite]),
  )
  assert.deepEqual(
    Object.keys(citations).filter((key) => !used.has(key)),
    [],
  )
})

test('The cost of a round follows from the form', () => {
  const costs = {
    PEA: 'O(s)',
    'SOAL-diag': 'O(s)',
    SOAL: 'O(d²)',
    MPAA: 'O(k·s)',
    RandomizedBudgetPerceptron: 'O(n·s)',
  }
  for (const [name, cost] of Object.entries(costs)) assert.equal(costOf(findAlgorithm(name)), cost, name)
  assert.equal(costOf(findAlgorithm('PEA'), 'kernel'), 'O(n·s)')
  assert.equal(costOf(findAlgorithm('BBQ'), 'kernel'), 'O(n·s + n²)')
})
