import type { AlgorithmSpec } from '../../protocol/protocol.js'
import { above, best, both, level, slower, steady, untestable } from '../claims/index.js'
import type { Reproduction } from '../reproduction.js'
import { CURVE_POINTS, compare, spread, tunedOn } from './declare.js'
import { PHISHING_SHARE, urls } from './lu-2016-sets.js'

/** Tn/Tp of the set: what the margin of a positive weighs. */
const balance = Math.round((1 - PHISHING_SHARE) / PHISHING_SHARE)
const uneven = { aggressiveness: balance, rho: balance }

const urlSupervised: readonly AlgorithmSpec[] = [
  { name: 'PE', role: 'supervised' },
  { name: 'PA-I', label: 'PA', parameters: { aggressiveness: balance }, role: 'supervised' },
  { name: 'CW-diag', role: 'supervised' },
  { name: 'PAUM', parameters: { stepSize: 1 }, role: 'supervised' },
  { name: 'CPA', parameters: uneven, role: 'supervised' },
]

const urlActive: readonly AlgorithmSpec[] = [
  { name: 'LEPE' },
  { name: 'CSRND', parameters: uneven, role: 'random' },
  { name: 'CSPAA', parameters: uneven },
  { name: 'CSPAA(a)', parameters: uneven },
]

/** cp = Tn/T and cn = Tp/T. */
const costs = {
  sensitivityWeight: 0.5,
  specificityWeight: 0.5,
  falseNegative: 1 - PHISHING_SHARE,
  falsePositive: PHISHING_SHARE,
} as const
const shared = {
  sets: [urls],
  metrics: ['accuracy', 'sensitivity', 'specificity', 'queryRatio', 'time'],
  runs: 5,
  costs,
  tuning: tunedOn(10_000),
} as const

const urlNotes = [
  'The sets are samples drawn by the authors, with few malicious URLs; they are not available, and table 5, which describes them, is lost. The substitute has the benign and some of the phishing URLs of phishing_urls as text, so neither the features nor the level are those of the paper.',
  `As in the paper, C = ρ = Tn/Tp of the set, here ${balance}. PAUM and CW-diag are tuned on at most 10,000 rows.`,
  'None of the numbers is legible in our copy of the text.',
]
const bothRatios =
  'The paper asks about 2 % on its first set and 10 % on its second; both ratios are run on the substitute.'

/** Cost-sensitive learning: tables 6 to 8, figures 6 and 7. */
export const maliciousUrls: readonly Reproduction[] = [
  {
    id: 'lu-2016/table-6',
    title: 'Weighted sum of sensitivity and specificity on malicious URLs',
    experiment: compare('table', {
      ...shared,
      title: 'Lu, Zhao & Hoi 2016, table 6',
      algorithms: [...urlSupervised, ...urlActive],
      ratios: [0.02, 0.1],
      metric: 'sum',
    }),
    numbers: [],
    claims: [
      {
        text: 'PE and PA have the best accuracy but a far lower sum than PAUM and CPA.',
        metrics: ['accuracy'],
        check: both(above('PE PA', 'PAUM CPA', { metric: 'accuracy' }), above('PAUM CPA', 'PE PA')),
      },
      {
        text: 'CSPAA is significantly above LEPE and CSRND at the same query ratio.',
        check: above('CSPAA', 'LEPE CSRND'),
      },
      {
        text: 'CSPAA with few labels, and PAUM with all, have the highest sum.',
        check: both(best('CSPAA', 'PAUM CSPAA(a)'), above('PAUM', 'PE PA CW-diag CPA')),
      },
    ],
    notes: [bothRatios, ...urlNotes],
  },
  {
    id: 'lu-2016/table-7',
    title: 'Weighted cost on malicious URLs',
    experiment: compare('table', {
      ...shared,
      title: 'Lu, Zhao & Hoi 2016, table 7',
      algorithms: [...urlSupervised, ...urlActive],
      ratios: [0.02, 0.1],
      metric: 'cost',
    }),
    numbers: [],
    claims: [
      { text: 'PE and PA cost more than PAUM and CPA.', check: above('PAUM CPA', 'PE PA') },
      {
        text: 'CSPAA costs significantly less than LEPE and CSRND at the same query ratio.',
        check: above('CSPAA', 'LEPE CSRND'),
      },
    ],
    notes: [bothRatios, ...urlNotes],
  },
  {
    id: 'lu-2016/table-8',
    title: 'The adaptive factor of CSPAA(a) on malicious URLs at 0.5 % of the labels',
    experiment: compare('table', {
      ...shared,
      title: 'Lu, Zhao & Hoi 2016, table 8',
      algorithms: [...urlActive, { name: 'CPA', parameters: uneven, role: 'supervised' }],
      ratios: [0.005],
      metric: 'sum',
      metrics: ['cost', ...shared.metrics],
    }),
    numbers: [],
    claims: [
      {
        text: 'CSPAA(a) is significantly above CSPAA and CSRND at the same query ratio.',
        check: above('CSPAA(a)', 'CSPAA CSRND'),
      },
      {
        text: 'CSPAA(a) with 0.5 % of the labels is as good as CPA with all.',
        check: level('CSPAA(a)', 'CPA', 0.01),
      },
    ],
    notes: [...urlNotes, 'The paper sets δ₀ = 2^14; here δ₀ is set to reach the ratio.'],
  },
  {
    id: 'lu-2016/figure-6',
    title: 'Sum and cost against the query ratio on malicious URLs',
    experiment: compare('ratio', {
      ...shared,
      title: 'Lu, Zhao & Hoi 2016, figure 6',
      algorithms: [...urlSupervised, ...urlActive],
      ratios: spread(0.001, 0.8, 10),
      metric: 'sum',
      metrics: ['cost', 'queryRatio'],
    }),
    numbers: [],
    claims: [
      { text: 'PAUM and CPA are above PE and PA.', check: above('PAUM CPA', 'PE PA') },
      {
        text: 'CSPAA is above CSRND and LEPE at all ratios, most clearly at small ones.',
        check: above('CSPAA', 'CSRND LEPE'),
      },
      {
        text: 'Above about 1 % of the labels, CSPAA hardly improves.',
        check: steady('CSPAA', 0.02, { ratios: [0.01, 1] }),
      },
    ],
    notes: [
      'The paper sets δ to 2^[−10:2:10]; here ten target ratios are evenly spaced on a log scale.',
      ...urlNotes,
    ],
  },
  {
    id: 'lu-2016/figure-7',
    title: 'Time over the items on malicious URLs',
    experiment: compare('time-items', {
      ...shared,
      title: 'Lu, Zhao & Hoi 2016, figure 7',
      algorithms: [...urlSupervised, ...urlActive],
      ratios: [0.1],
      metric: 'sum',
      metrics: ['queryRatio', 'time'],
      curvePoints: CURVE_POINTS,
    }),
    numbers: [],
    claims: [
      {
        text: 'Time grows in proportion to the items; a million of them take 20 to 30 seconds.',
        check: untestable('the paper’s seconds are those of its machine'),
      },
      {
        text: 'CSPAA is among the fastest.',
        metrics: ['time'],
        check: slower('PAUM CPA CW-diag LEPE CSRND', 'CSPAA', 1, { of: 'most' }),
      },
    ],
    notes: ['The query ratio of this figure is not stated; that of tables 6 and 7 is used.', ...urlNotes],
  },
]
