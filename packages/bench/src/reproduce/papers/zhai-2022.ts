import { powers } from '@askance/core/internals'
import type { AlgorithmSpec, SetSpec } from '../../protocol/protocol.js'
import type { Reproduction } from '../reproduction.js'
import { compare, named, tunedOn } from './declare.js'
import { table2, table4 } from './zhai-2022-numbers.js'

/** 10^{−1, −0.9, …, −0.1}, to four digits. */
const ratios = Array.from({ length: 10 }, (_, k) => Number((10 ** ((k - 10) / 10)).toPrecision(4)))
const tableRatios = [0.1, 0.2]

const basehock: SetSpec = { name: 'basehock', source: { data: 'basehock' } }

/** Rows as they are and no intercept: so the printed numbers come out. */
const binarySets: readonly SetSpec[] = [
  basehock,
  { name: 'pcmac', source: { data: 'pcmac' } },
  { name: 'farm_ads', source: { data: 'farm_ads' } },
  {
    name: 'gisette',
    source: { data: 'gisette' },
    note: 'The paper mentions very large values, so its files were unscaled; those at LIBSVM are scaled.',
  },
  {
    name: 'spam_corpus',
    source: { data: 'spam_corpus' },
    note: 'The rarer class, assumed to be spam, is positive; the paper counts about 20 % spam, this copy has 25.6 %.',
  },
  { name: 'url_day0', source: { data: 'url_day0' } },
]

const multiclassSets: readonly SetSpec[] = [
  {
    name: '20newsgroups',
    source: { data: '20newsgroups' },
    note: 'As many rows, words and classes as in the paper, but the vocabulary is our own; raw counts.',
  },
  {
    name: 'letter',
    source: { data: 'letter' },
    first: 15_000,
    scaling: 'standardize',
    note: 'The 15,000 rows that LIBSVM has for training; standardised columns, as the printed numbers suggest.',
  },
  {
    name: 'mnist',
    source: { data: 'mnist' },
    scaling: 'l2',
    tuningRows: 5_000,
    note: 'Rows of length 1 (our choice; see the notes). Tuned on 5,000 rows.',
  },
  {
    name: 'connect-4',
    source: { data: 'connect-4' },
    note: 'The three classes of the paper.',
  },
  { name: 'acoustic', source: { data: 'acoustic' }, scaling: 'standardize' },
  {
    name: 'covtype',
    source: { data: 'covtype_first20k' },
    scaling: 'standardize',
    note: 'The first 20,000 rows of 581,012, most of them balanced over the classes, so the accuracy level differs from the paper’s.',
  },
]

const lowRatioSets = ['basehock', 'pcmac', 'farm_ads']
const highRatioSets = ['gisette', 'spam_corpus', 'url_day0']

/** As the paper shows them: the weaker rule on the sets where the stronger one cannot ask so little. */
const discrimination: readonly AlgorithmSpec[] = [
  { name: 'D-ADA', sets: lowRatioSets, rankedAs: 'D-ADA / D-ADA-I' },
  { name: 'D-AMD', sets: lowRatioSets, rankedAs: 'D-AMD / D-AMD-I' },
  { name: 'D-ADA-I', sets: highRatioSets, rankedAs: 'D-ADA / D-ADA-I' },
  { name: 'D-AMD-I', sets: highRatioSets, rankedAs: 'D-AMD / D-AMD-I' },
]

const rivals: readonly AlgorithmSpec[] = [
  { name: 'PAA-II' },
  { name: 'SOP-SS-diag', label: 'SOP' },
  { name: 'SOAL-diag', label: 'SOAL' },
]

const supervised = named('DA MD', 'supervised')

const binary = { sets: binarySets, metric: 'f1', metrics: ['accuracy', 'queryRatio'] } as const
const multiclass = {
  sets: multiclassSets,
  metric: 'accuracy',
  metrics: ['macroF1', 'queryRatio'],
  tuning: tunedOn(20_000),
  aimRuns: 3,
} as const

const dataNotes = [
  'The vectors are used unchanged and without an intercept; the paper does not say how it prepared them.',
  'The text does not give the values of the paper’s grid search; the catalogue’s values are used.',
]

const multiclassNotes = [
  'Parameters are tuned on at most 20,000 rows of each set; the steps η in decades.',
  'The text does not say how the data was scaled; the scalings used here are those that reproduce its numbers.',
  'connect-4 has three classes in the paper; connect4, the copy with two classes, is a different task and does not replace it.',
  'Our covtype is the first 20,000 of 581,012 rows.',
  'How the paper prepared mnist is open: with rows of length 1 MPAA-II and MM-AMD are at the printed level, but then the rules of MD-AMD and MD-AMD-I are the same, while the paper prints 89.96 and 90.38 for them.',
]

const ablation = (letter: 'ADA' | 'AMD'): readonly AlgorithmSpec[] => [
  ...named(`R-${letter}`, 'random'),
  ...named(`M-${letter} D-${letter} D-${letter}-I`),
]

const decades = powers(10, -4, 2)

/** The step is tried in decades, the ridge as finely as in the catalogue: it decides which ratios can be reached. */
const multiclassGroup = (letter: 'ADA' | 'AMD'): readonly AlgorithmSpec[] =>
  [
    ...named(letter === 'ADA' ? 'MDA' : 'MMD', 'supervised'),
    ...named(`MR-${letter}`, 'random'),
    ...named(`MM-${letter} MD-${letter} MD-${letter}-I`),
  ].map((spec) => ({ ...spec, grid: { stepSize: decades } }))

/** Online active classification via margin-based and feature-based label queries. */
export const zhai2022: readonly Reproduction[] = [
  {
    id: 'zhai-2022/table-2',
    title: 'F1 of D-ADA and D-AMD against earlier algorithms at 10 % and 20 % of the labels',
    experiment: compare('table', {
      ...binary,
      title: 'Zhai et al. 2022, table 2',
      algorithms: [...rivals, ...discrimination, ...supervised, ...named('R-AMD', 'random')],
      ratios: tableRatios,
    }),
    numbers: table2,
    claims: [
      'D-ADA and D-AMD (D-ADA-I and D-AMD-I on gisette, spam_corpus and url_day0) are significantly above SOAL, PAA-II and SOP at both ratios on all sets, except farm_ads at 10 %.',
      'On farm_ads at 10 % they do not differ significantly from SOAL.',
    ],
    notes: [
      ...dataNotes,
      'The second ratio is 10^−0.7 ≈ 0.1995 in the paper, 0.2 here.',
      'DA, MD and R-AMD are added as baselines; the paper has no numbers for them in this table.',
    ],
  },
  {
    id: 'zhai-2022/table-4',
    title: 'Accuracy of the multi-class algorithms at 10 % and 20 % of the labels',
    experiment: compare('table', {
      ...multiclass,
      title: 'Zhai et al. 2022, table 4',
      algorithms: [...named('MPAA-II'), ...multiclassGroup('ADA'), ...multiclassGroup('AMD')],
      ratios: tableRatios,
    }),
    numbers: table4,
    claims: [
      'MD-AMD, or MD-AMD-I where it can ask that rarely, is significantly above all others on all six sets.',
      'With the same query rule, mirror descent (AMD) is mostly above dual averaging (ADA).',
      'MD-ADA-I and MD-AMD-I are not listed at 10 %, and do not reach 20 % on 20newsgroups and letter.',
    ],
    notes: [
      ...multiclassNotes,
      'The second ratio is 10^−0.7 ≈ 0.1995 in the paper, 0.2 here.',
      'MDA and MMD are added as baselines; the paper has no numbers for them in this table.',
    ],
  },
  {
    id: 'zhai-2022/figure-1',
    title: 'F1 against the query ratio: query rules with dual averaging',
    experiment: compare('ratio', {
      ...binary,
      title: 'Zhai et al. 2022, figure 1',
      algorithms: ablation('ADA'),
      ratios,
    }),
    numbers: [],
    claims: [
      'R-ADA is the worst and M-ADA the second worst; D-ADA and D-ADA-I are the best.',
      'D-ADA is mostly above M-ADA and below D-ADA-I.',
      'D-ADA-I cannot reach low ratios on basehock, pcmac and farm_ads.',
      'On gisette D-ADA behaves like M-ADA, because the rows are long.',
    ],
    notes: dataNotes,
  },
  {
    id: 'zhai-2022/figure-2',
    title: 'F1 against the query ratio: query rules with mirror descent',
    experiment: compare('ratio', {
      ...binary,
      title: 'Zhai et al. 2022, figure 2',
      algorithms: ablation('AMD'),
      ratios,
    }),
    numbers: [],
    claims: ['As in figure 1: R-AMD is below M-AMD, which is below D-AMD and D-AMD-I.'],
    notes: dataNotes,
  },
  {
    id: 'zhai-2022/figure-3',
    title: 'F1 against the query ratio: D-ADA and D-AMD against earlier algorithms',
    experiment: compare('ratio', {
      ...binary,
      title: 'Zhai et al. 2022, figure 3',
      algorithms: [...rivals, ...discrimination, ...supervised],
      ratios,
    }),
    numbers: [],
    claims: [
      'D-ADA and D-AMD are above SOAL, which is above PAA-II, which is above SOP.',
      'Neither D-ADA nor D-AMD is always better.',
      'With few labels they come close to DA and MD, which see all labels.',
    ],
    notes: dataNotes,
  },
  {
    id: 'zhai-2022/figure-4',
    title: 'How the parameters of D-ADA change F1 and query ratio on basehock',
    experiment: {
      kind: 'sensitivity',
      study: {
        set: basehock,
        algorithm: 'D-ADA',
        metric: 'f1',
        runs: 20,
        seed: 1,
        maps: [
          {
            id: 'a',
            x: { parameter: 'ridge', values: decades },
            y: { parameter: 'stepSize', values: decades },
            fixed: { smoothing: 1 },
          },
          {
            id: 'b',
            x: { parameter: 'stepSize', values: decades },
            y: { parameter: 'smoothing', values: decades },
            fixed: { ridge: 0.001 },
          },
          {
            id: 'c',
            x: { parameter: 'ridge', values: decades },
            y: { parameter: 'smoothing', values: decades },
            fixed: { stepSize: 0.01 },
          },
        ],
      },
    },
    numbers: [],
    claims: [
      'Many points with a small query ratio have an F1 as good as, or better than, points with a large one.',
      'Points with many questions and a low F1 mostly have a large δ.',
      'For a given δ, η should be neither too large nor too small.',
      'δ and η set the smallest query ratio that can be reached; a smaller b cannot go below it.',
    ],
    notes: [
      'The text does not give the axis values; decades from 0.0001 to 100 are used.',
      'The paper shows F1 in the panels a to c, and the query ratio over the same axes in d to f.',
      'The number of runs is not stated for this figure; 20 are used, as for the others.',
    ],
  },
  {
    id: 'zhai-2022/figure-5',
    title: 'Accuracy against the query ratio: multi-class algorithms with dual averaging',
    experiment: compare('ratio', {
      ...multiclass,
      title: 'Zhai et al. 2022, figure 5',
      algorithms: [...named('MPAA-II'), ...multiclassGroup('ADA')],
      ratios,
    }),
    numbers: [],
    claims: [
      'On all sets MD-ADA-I ≥ MD-ADA ≥ MM-ADA > MR-ADA.',
      'MD-ADA-I cannot reach low ratios on many sets.',
      'MM-ADA is above MPAA-II on four of the six sets.',
    ],
    notes: multiclassNotes,
  },
  {
    id: 'zhai-2022/figure-6',
    title: 'Accuracy against the query ratio: multi-class algorithms with mirror descent',
    experiment: compare('ratio', {
      ...multiclass,
      title: 'Zhai et al. 2022, figure 6',
      algorithms: [...named('MPAA-II'), ...multiclassGroup('AMD')],
      ratios,
    }),
    numbers: [],
    claims: [
      'On all sets MD-AMD-I ≥ MD-AMD ≥ MM-AMD > MR-AMD.',
      'MD-AMD-I cannot reach low ratios on many sets.',
      'MM-AMD is above MPAA-II on all six sets.',
    ],
    notes: multiclassNotes,
  },
]
