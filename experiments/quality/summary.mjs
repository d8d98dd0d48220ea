// The numbers of all runs of a pair.
import { mean } from '@askance/bench'

const half = ({ low, high }) => (high - low) / 2
const share = (all, holds) => (all.length === 0 ? Number.NaN : all.filter(holds).length / all.length)
const meanOf = (all, of) => (all.length === 0 ? Number.NaN : mean(all.map(of)))
const rms = (all, of) => Math.sqrt(meanOf(all, (one) => of(one) ** 2))
/** The standard error of a mean. */
export const errorOf = (values) => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - middle) ** 2)) / Math.max(1, values.length - 1))
}

const PER = 100

/** The accuracy of the items that were predicted with about so many labels, over all runs. */
const accuracyAt = (runs, labels) => {
  let [right, all] = [0, 0]
  for (const run of runs)
    run.labels.forEach((own, k) => {
      if (own < labels || own > 1.1 * labels) return
      all++
      if (run.right[k]) right++
    })
  return all < 20 * runs.length ? Number.NaN : right / all
}

/** How often the true gain of the next labels was above the bound. The true gain is that of all runs together. */
const gainsOf = (runs) => {
  const looks = runs.flatMap(({ gains }) => gains)
  const known = looks.flatMap(({ labels, upper, gain }) => {
    const at = 25 * Math.floor(labels / 25)
    const truth = accuracyAt(runs, at + PER) - accuracyAt(runs, at)
    return Number.isNaN(truth) ? [] : [{ truth, upper, gain }]
  })
  return {
    looks: known.length,
    truth: meanOf(known, ({ truth }) => truth),
    gain: meanOf(known, ({ gain }) => gain),
    upper: meanOf(known, ({ upper }) => upper),
    missed: share(known, ({ truth, upper }) => truth > upper),
  }
}

/** `plain` are the same runs without a share that measures. */
export const summaryOf = ({ name, set, labels, items, ...pair }, runs, plain, lost) => {
  const scores = (all, k) => all.map(({ measures }) => measures[k].truth)
  return {
    name: name ?? set,
    set,
    ...pair,
    labels,
    items: runs[0].items ?? items,
    runs: runs.length,
    unsampled: meanOf(runs, ({ unsampled, items: all }) => unsampled / all),
    below: meanOf(runs, ({ below }) => below),
    spent: meanOf(runs, ({ spent }) => spent),
    most: pair.most,
    mostSpent: Math.max(...runs.map(({ spent }) => spent)),
    effective: meanOf(runs, ({ effective }) => effective),
    ratio: Math.max(...runs.flatMap(({ ratios }) => ratios), 1),
    measures: runs[0].measures.map(({ name: measure }, k) => {
      const own = runs.map(({ measures }) => measures[k])
      const differences = scores(runs, k).map((score, r) => score - scores(plain, k)[r])
      return {
        name: measure,
        truth: meanOf(own, ({ truth }) => truth),
        bias: meanOf(own, ({ truth, estimate }) => (estimate.value ?? truth) - truth),
        fixed: meanOf(own, ({ estimate }) => half(estimate.fixedTime)),
        any: meanOf(own, ({ estimate }) => half(estimate.anyTime)),
        covered: share(own, ({ isInside }) => isInside),
        again: meanOf(own, ({ thrownAgain }) => thrownAgain),
        always: share(own, ({ isAlwaysInside }) => isAlwaysInside),
        lost:
          lost &&
          share(
            lost.map(({ measures }) => measures[k]),
            ({ isInside }) => isInside,
          ),
        cost: mean(differences),
        costError: errorOf(differences),
      }
    }),
    now: {
      covered: share(
        runs.flatMap(({ late }) => late),
        ({ isInside }) => isInside,
      ),
      width: meanOf(
        runs.flatMap(({ late }) => late),
        ({ accuracy }) => half(accuracy),
      ),
      error: rms(
        runs.flatMap(({ late }) => late),
        ({ truth, accuracy }) => accuracy.value - truth,
      ),
      alone: rms(
        runs.flatMap(({ late }) => late),
        ({ truth, alone }) => alone - truth,
      ),
    },
    gain: gainsOf(runs),
  }
}
