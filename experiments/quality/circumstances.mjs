// What makes estimates hard: answers that are missing, late or corrected, a stream that changes, many classes; and data sets that were
// not used to set a constant.

const circumstance = (name, set, labels, items, more = {}) => ({ name, set, labels, items, ...more })

/** Data sets with two classes on which each circumstance is played. */
const usual = [
  ['spambase', 150, 1500],
  ['a9a', 150, 1500],
  ['magic04', 150, 1500],
]
const on = (pairs, name, more) =>
  pairs.map(([set, labels, items]) => circumstance(name, set, labels, items, more))

/**
 * `times` is how many times as many runs as usual; `firstSeed` gives other orders and coins.
 */
export const circumstances = [
  ...on(usual, '30 % of the answers missing', { missing: 0.3 }),
  ...on(usual, 'answers 100 rows late', { delay: 100 }),
  ...on(usual, '5 % of the answers corrected 100 rows later', { corrected: 0.05 }),
  circumstance('drift', 'usenet1', 150, 1500, { isInOrder: true }),
  ...on([usual[0], usual[2]], 'classes flipped in the middle', { flip: 0.5 }),
  ...on(
    [
      ['phishing_websites', 100, 1000],
      ['svmguide1', 100, 1000],
      ['higgs_7500', 100, 1000],
      ['covtype_first20k', 100, 1000],
      ['segment', 100, 1000],
    ],
    'sets not used before',
    { times: 2.5 },
  ),
  ...on([['letter', 300, 1500]], 'many classes', { isMany: true, times: 0.5 }),
  ...on([['20newsgroups_text', 300, 1000]], 'many classes', { isMany: true, times: 0.5 }),
  ...on([['banking77', 500, 1500]], 'many classes', { isMany: true, times: 0.25 }),
  ...on(
    [
      ['a9a', 200, 2000],
      ['magic04', 100, 1000],
      ['magic04', 200, 2000],
    ],
    'lowest of the main table, again',
    { firstSeed: 1001 },
  ),
]
