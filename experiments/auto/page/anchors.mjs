// `auto` against labelling the first rows for a batch machine, and against random asking.
import { mean } from '@askance/bench'
import { count, percent, points, table } from './tools.mjs'

/** Differences up to this are ties. */
const TIE = 0.0005

const meanOf = (runs, way, ratio) => mean(runs.map((run) => run[way][ratio]))

/** How many times as many labels random asking needs for the score of `auto` at a ratio; undefined if more than were played. */
const savingAt = (runs, ratio) => {
  const wanted = meanOf(runs, 'auto', ratio)
  const curve = Object.keys(runs[0].random)
    .map(Number)
    .sort((a, b) => a - b)
    .map((share) => ({ share, score: meanOf(runs, 'random', share) }))
  const after = curve.findIndex(({ score }) => score >= wanted)
  if (after < 0) return { times: curve.at(-1).share / ratio, isMore: true }
  if (after === 0) return { times: curve[0].share / ratio }
  const [low, high] = [curve[after - 1], curve[after]]
  const part = (wanted - low.score) / (high.score - low.score)
  return { times: (low.share * (high.share / low.share) ** part) / ratio }
}

const timesText = ({ times, isMore }) => `${isMore ? '> ' : ''}${times.toFixed(1)}`

/** The middle value; with an even number of values the lower one, so that "more than" stays true. */
const middle = (all) => all.toSorted((a, b) => a.times - b.times)[Math.floor((all.length - 1) / 2)]

/** The lines of the page as it is about sets that were not played again. */
const earlierRows = (page, sets) =>
  page.split('\n').flatMap((line) => {
    const [, name, ...cells] = line.split('|').map((cell) => cell.trim())
    const [set] = (name ?? '').split(' ')
    return /^[\d,]+$/.test(cells[1] ?? '') && !(set in sets) ? [[`${set} †`, ...cells.slice(0, -1)]] : []
  })

/** `page` is the section as it is. */
export const anchorsSection = ({ anchors }, page = '') => {
  if (!anchors) return ''
  const sets = Object.entries(anchors.sets)
  const ratios = Object.keys(sets[0][1].runs[0].auto).sort((one, other) => one - other)
  const cells = (runs, ratio) => {
    const own = meanOf(runs, 'auto', ratio)
    const batch = Math.max(meanOf(runs, 'linear', ratio), meanOf(runs, 'rbf', ratio))
    return [percent(own), points(own - batch), timesText(savingAt(runs, ratio))]
  }
  const rows = sets.map(([name, { measure, rows: items, runs }]) => [
    name,
    measure === 'f1' ? 'F1' : 'accuracy',
    count(items),
    ...ratios.flatMap((ratio) => cells(runs, ratio)),
  ])
  const ahead = (runs, ratio) =>
    meanOf(runs, 'auto', ratio) - Math.max(meanOf(runs, 'linear', ratio), meanOf(runs, 'rbf', ratio))
  rows.push([
    'mean; middle',
    '',
    '',
    ...ratios.flatMap((ratio) => [
      '',
      points(mean(sets.map(([, { runs }]) => ahead(runs, ratio)))),
      timesText(middle(sets.map(([, { runs }]) => savingAt(runs, ratio)))),
    ]),
  ])
  const earlier = earlierRows(page, anchors.sets)
  rows.push(...earlier)
  const below = ratios.map((ratio) => {
    const names = sets.filter(([, { runs }]) => ahead(runs, ratio) < -TIE).map(([name]) => name)
    return `- At ${percent(ratio, 0)} % it is below the better one on ${names.length} of ${sets.length} sets${names.length > 0 ? `: ${names.join(', ')}` : ''}.`
  })
  const header = ratios.flatMap((ratio) => [`auto at ${percent(ratio, 0)} %`, '− SVM', 'random ×'])
  return `"− SVM" is the difference to the better of two batch support vector machines, linear and with a Gaussian kernel, which get the same number of
labels, for the first rows. Each row is predicted by the machine fitted last: at numbers of labels that grow by √2, and not any more once the
labels are spent. Their rows are scaled by hand; cost and width are chosen by cross-validation over all of their labels, and the better of the two in
hindsight, so the comparison favours them. "random ×" is how many times as many labels random asking needs, with the learner of \`auto\`, for the
same score. ${sets[0][1].runs.length === 1 ? 'One permutation' : `${sets[0][1].runs.length} permutations`} of at most ${count(anchors.rows)} rows; differences of one set below 2 points say little. \`anchors.mjs\` plays it.${earlier.length > 0 ? `\nSets with † were played on 2026-11-16, by the version of that day, and are not in the means.` : ''}

${table(['set', 'score', 'rows', ...header], rows, 3)}

${below.join('\n')}
`
}
