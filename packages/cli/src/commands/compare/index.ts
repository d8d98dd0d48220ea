import { command } from '../../command/declare.js'
import { compareFlags } from './flags.js'
import { compareData } from './work.js'

export const compare = command({
  name: 'compare',
  summary: 'compares algorithms on data sets, tuned and at equal numbers of labels',
  description: [
    'Every algorithm is tuned by cross-validation for each share of labels, its dial is turned until it asks about that share, and then it plays all runs; run k has the same order and the same coins for all algorithms. Neither tuning nor the dial ever sees the order of a run.',
    'DATA is a file of any format, the name of a data set in --data-dir, or a synthetic stream: stream:sea, or with parameters stream:sea:rows=2000,noise=0. Algorithms for two classes play on data with two classes, those for more on the rest, and those for both on all.',
    'Every finished piece of work is kept in the cache. Whatever stops the command, the same command goes on from there, and one with more runs or algorithms computes only what is new.',
  ],
  arguments: [
    {
      name: 'DATA',
      summary: 'files, names of data sets in --data-dir, or streams as stream:NAME',
      optional: true,
      repeated: true,
      file: true,
    },
  ],
  flags: compareFlags,
  examples: [
    { about: 'which algorithm saves the most labels here?', line: 'askance compare data.libsvm --quick' },
    {
      about: 'two data sets, three algorithms, with a report',
      line: 'askance compare a9a w8a --data-dir data --algorithms D-AMD,PAA-II,SOAL-diag -o report',
    },
    {
      about: 'on a stream that drifts, untuned',
      line: 'askance compare stream:sea:rows=5000 --tuning none --ratios 0.05,0.1,0.2',
    },
    { about: 'the same experiment again', line: 'askance compare --protocol report/results.json' },
  ],
  async run(context, input) {
    await compareData(context, input)
  },
})
