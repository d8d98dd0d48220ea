import { command } from '../../command/declare.js'
import { algorithmNames } from '../algorithms/index.js'
import { labFlags, metricFlag, resultFlags, setFlags, tuningFlags } from '../experiment/flags.js'
import { tuneOn } from './work.js'

const what = { group: 'What' } as const
const output = { group: 'Output' } as const

export const tuneFlags = {
  algorithm: {
    ...what,
    type: 'text',
    hint: 'NAME',
    suggestions: algorithmNames,
    usual: 'D-AMD for two classes, MD-AMD for more',
    summary: 'which one; `askance algorithms` lists them',
  },
  ratio: {
    ...what,
    type: 'number',
    hint: 'R',
    above: 0,
    most: 1,
    usual: '0.1',
    summary: 'the share of items to ask about',
  },
  ratios: { ...what, type: 'text', hint: 'R,R,…', summary: 'several of them; each is tuned for by itself' },
  metric: { ...what, ...metricFlag, summary: 'what the parameters are chosen for' },
  seed: {
    ...what,
    type: 'whole',
    hint: 'N',
    least: 0,
    most: 2 ** 40,
    default: 1,
    summary: 'decides every order and coin',
  },
  ...tuningFlags,
  ...setFlags,
  ...labFlags,
  all: { ...output, type: 'switch', summary: 'prints every point, not the ten best' },
  ...resultFlags,
} as const

export const tune = command({
  name: 'tune',
  summary: 'finds the best parameters of an algorithm by cross-validation, at a given share of labels',
  description: [
    'Every point of the grid plays one pass over the training folds, with the dial turned until it asks about the wanted share, so that points are compared at equal numbers of labels. The better third of the points goes on from fold to fold; with --exhaustive all play all folds.',
    'The best point then plays one run in an order of its own. At the end stands the command that gives this run.',
  ],
  arguments: [
    {
      name: 'DATA',
      summary: 'a file, the name of a data set in --data-dir, or a stream as stream:NAME',
      file: true,
    },
  ],
  flags: tuneFlags,
  examples: [
    { about: 'the best parameters for 5 % of the labels', line: 'askance tune data.libsvm --ratio 0.05' },
    {
      about: 'every point of a grid of one’s own',
      line: 'askance tune data.libsvm --algorithm SOAL-diag --grid regularization=0.1,1,10 --exhaustive --all',
    },
  ],
  async run(context, input) {
    await tuneOn(context, input)
  },
})
