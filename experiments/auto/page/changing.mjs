// How it follows streams that change, and what late answers cost.
import { mean, pairedT } from '@askance/bench'
import { count, drawn, percent, points, table } from './tools.mjs'

const parts = ['before', 'early', 'soon', 'late', 'overall']

const meanOf = (runs, name) => mean(runs.map((run) => run[name]))

/** Stored results keep the name under which the variant was played. */
const shownName = (name) => name.replace('auto without younger minds', 'auto, one ensemble')

const alarmsOf = ({ runs }) =>
  runs[0].alarms === undefined ? '' : mean(runs.map(({ alarms }) => alarms.length)).toFixed(1)

/** `auto` first, in whatever order they were played. */
const ordered = (players) => players.toSorted((a, b) => isOther(a) - isOther(b))

const isOther = ({ name }) => Number(!name.startsWith('auto'))

const changeTable = (streams) =>
  table(
    ['stream', 'algorithm', 'before', 'first tenth', 'until 30 %', 'second half', 'overall', 'alarms'],
    streams.flatMap(({ set, change, players }) =>
      players.map((player, k) => [
        k === 0 ? `**${set}**, ${change}` : '',
        shownName(player.name),
        ...parts.map((part) => percent(meanOf(player.runs, part))),
        alarmsOf(player),
      ]),
    ),
    2,
  )

const shown = [
  ['spambase', 'labels flipped'],
  ['letter', 'labels flipped'],
  ['pendigits', 'classes added'],
  ['spambase', 'labels flipped every fifth'],
]

const figureOf = ({ set, change, measure, seeds, rounds, changes, players }) =>
  drawn({
    kind: 'lines',
    id: `${set}-${change.replaceAll(' ', '-')}`,
    title: `${set}, ${change}`,
    caption: `${measure === 'f1' ? 'F1' : 'Accuracy'} in windows of a fortieth of the stream, mean of ${seeds} runs. The stream changes at ${changes.map(count).join(', ')}.`,
    x: { label: 'rows', scale: 'linear', unit: 'number' },
    y: { label: measure === 'f1' ? 'F1' : 'accuracy', scale: 'linear', unit: 'share' },
    series: players.map(({ name, runs }) => ({
      name: shownName(name).replace('horizon unknown', 'no horizon'),
      role: 'compared',
      points: runs[0].windows.map((_, w) => ({
        x: ((w + 0.5) / runs[0].windows.length) * rounds,
        y: mean(runs.map(({ windows }) => windows[w])),
      })),
    })),
  })

export const changesSection = ({ changes }) => {
  if (!changes) return ''
  const { ratio } = changes
  const streams = changes.streams.map((stream) => ({ ...stream, players: ordered(stream.players) }))
  const figures = shown
    .map(([set, change]) => streams.find((one) => one.set === set && one.change === change))
    .filter(Boolean)
  return `Streams made from sets, at ${100 * ratio} % labels, three to ten permutations. **Flipped**: half-way, or every fifth of the stream, each class takes the name of the next, and later back. **Classes added**: half of the classes appear only in the second half. **Fewer and more positives**: one half
of the stream has a tenth of its positives. D-AMD and MD-AMD have their default parameters, standardised rows where features are numeric, and the same budget, steered.

${figures.map(figureOf).join('\n\n')}

${changeTable(streams)}

F1 for two classes, accuracy for several: **before** the first change, in the first tenth after it, from there until 30 %, and in the
second half of what follows up to the next change or the end. Where positives become fewer or more, F1 before and after the change
are not comparable: compare lines, not columns. Alarms: the mean number of detected changes.
`
}

const driftNames = {
  known: 'auto, horizon known',
  unknown: 'auto, horizon unknown',
  alone: 'auto, one ensemble',
}

const within = (runs, others) => {
  const p = pairedT(
    runs.map(({ accuracy }) => accuracy),
    others.map(({ accuracy }) => accuracy),
  )?.p
  return p === undefined || p >= 0.05 ? '\\*' : ''
}

export const driftSection = ({ drifting }) => {
  if (!drifting) return ''
  const rows = Object.entries(drifting.streams).flatMap(([stream, { rows: length, runs, rates }]) =>
    Object.entries(rates).flatMap(([rate, { best, ...own }]) => {
      // While it is being played some parts are not there.
      if (!best || !Object.keys(driftNames).every((name) => own[name])) return []
      const found = Object.values(best).filter(Boolean)
      const accuracy = ({ runs: all }) => meanOf(all, 'accuracy')
      const highest = found.toSorted((a, b) => accuracy(b) - accuracy(a))[0]
      const cells = [
        stream,
        `${count(length)} × ${runs}`,
        `${100 * rate} %`,
        ...['LASEC-SS', 'SOAL-diag'].map((name) => (best[name] ? percent(accuracy(best[name])) : 'none')),
        ...Object.keys(driftNames).map((name) => percent(meanOf(own[name], 'accuracy'))),
        ...['known', 'unknown'].map(
          (name) =>
            `${points(meanOf(own[name], 'accuracy') - accuracy(highest))}${within(own[name], highest.runs)}`,
        ),
      ]
      return [cells]
    }),
  )
  return `Accuracy, which was also the objective of \`auto\`. LASEC-SS, made for drift, is tuned in hindsight over its ridge and drift penalty,
SOAL-diag over its step size and regularisation, each with the smoothing that asks as often as \`auto\` may. The best on the runs
shown is reported.

${table(
  [
    'stream',
    'rows × runs',
    'labels',
    'LASEC-SS',
    'SOAL-diag',
    ...Object.values(driftNames),
    'known − best',
    'unknown − best',
  ],
  rows,
  1,
)}

\\* a tie by a paired t-test over the runs. Without a horizon, questions are spread evenly, which suits streams that change all the time.
`
}

export const lateSection = ({ late }) => {
  if (!late) return ''
  const waits = Object.keys(Object.values(late.sets)[0].waits)
  const rows = Object.entries(late.sets).map(([name, { rows: length, waits: all }]) => [
    name,
    count(length),
    ...waits.map((wait) => percent(meanOf(all[wait], 'value'))),
  ])
  return `At ${100 * late.ratio} % labels; F1, or accuracy with several classes. On a set of 2,000 rows, an answer that is 1,000 items late arrives after half of the stream; answers still missing at the end are
lost. Members learn when the answer arrives; the stack uses their scores from the time of asking.

${table(['set', 'rows', ...waits], rows, 1)}
`
}
