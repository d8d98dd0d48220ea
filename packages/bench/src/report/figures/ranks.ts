import { counted, listed, share } from '@askance/core/internals'
import { metrics } from '../../metrics.js'
import type { Results } from '../../results/results.js'
import type { Figure } from '../figure.js'
import { ratiosOf } from '../summary/cells.js'
import { ratioSlug } from '../summary/format.js'
import { rankingAt } from '../summary/rankings.js'

/** Average ranks with the critical difference, a diagram for each ratio; none for too few sets. */
export const rankFigures = (results: Results): readonly Figure[] =>
  ratiosOf(results).flatMap((ratio): readonly Figure[] => {
    const ranking = rankingAt(results, ratio)
    if (!ranking?.tested) return []
    const { names, sets, test, difference, cliques } = ranking
    const { title } = metrics[results.protocol.metric]
    return [
      {
        kind: 'ranks',
        id: `ranks-${ratioSlug(ratio)}`,
        title: `Average ranks at ${share(ratio)} of the labels`,
        caption: `Average ranks by mean ${title} over ${counted(results.protocol.runs, 'run')} on ${counted(sets.length, 'set')} (${listed(sets)}); 1 is the best. Algorithms joined by a bar differ by less than the critical difference of Nemenyi’s test at 95 %.`,
        difference,
        entries: names
          .map((name, k) => ({ name, rank: test.averageRanks[k] ?? 0 }))
          .sort((a, b) => a.rank - b.rank),
        cliques,
      },
    ]
  })
