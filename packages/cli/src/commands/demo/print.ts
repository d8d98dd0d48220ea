import { type Context, columnsOf } from '../../context.js'
import { chart } from '../../terminal/chart.js'
import { count, percent, significant } from '../../terminal/numbers.js'
import { styleFor } from '../../terminal/style.js'
import { table } from '../../terminal/table.js'
import { wrapped } from '../../terminal/wrap.js'
import type { Race } from './race.js'

const HEIGHT = 14
const MOST_WIDTH = 76

/** The race as a table, a chart and a sentence. */
export const printRace = (result: Race, context: Context): string => {
  const style = styleFor(context, context.stdout)
  const width = Math.min(MOST_WIDTH, columnsOf(context.stdout) - 1)
  const { heats, full } = result
  const active = heats.flatMap((heat) => (heat.active ? [heat.active] : []))
  const points = (values: readonly { asked: number; accuracy: number }[]) =>
    values.map(({ asked, accuracy }) => ({ x: asked, y: accuracy }))
  const picture = chart(
    [
      { name: 'auto', mark: '●', paint: style.first, points: points(heats.map(({ auto }) => auto)) },
      { name: 'D-AMD', mark: '◆', paint: style.third, points: points(active) },
      { name: 'random', mark: '○', paint: style.second, points: points(heats.map(({ random }) => random)) },
    ],
    {
      width,
      height: HEIGHT,
      xTitle: 'labels (logarithmic)',
      yTitle: 'accuracy',
      xTick: (labels) => count(Number(labels.toPrecision(2))),
      yTick: (accuracy) => percent(accuracy, 0),
      level: { name: `every label, ${count(full.asked)}`, y: full.accuracy },
    },
  )
  return [raceTable(result), '', picture, '', ...wrapped(verdict(result), width), ''].join('\n')
}

const raceTable = ({ heats, full }: Race): string => {
  const right = (head: string) => ({ head, align: 'right' as const })
  const columns = [
    right('share'),
    right('labels'),
    right('auto accuracy'),
    right('F1'),
    right('D-AMD accuracy'),
    right('F1'),
    right('random accuracy'),
    right('F1'),
    right('random needs for as much as auto'),
  ]
  const rows = heats.map(({ ratio, auto, active, random, toMatch }) => [
    `${significant(100 * ratio)} %`,
    count(auto.asked),
    percent(auto.accuracy),
    percent(auto.f1),
    active ? percent(active.accuracy) : 'not attainable',
    active ? percent(active.f1) : '',
    percent(random.accuracy),
    percent(random.f1),
    needs(auto.asked, toMatch),
  ])
  const all = ['100 %', count(full.asked), '', '', '', '', percent(full.accuracy), percent(full.f1), '']
  return table(columns, [...rows, all])
}

const needs = (asked: number, toMatch: number | undefined): string =>
  toMatch === undefined ? 'more than all' : `${count(toMatch)} (${(toMatch / asked).toFixed(1)} ×)`

/** What the numbers show, in words. */
export const verdict = ({ heats, full }: Race): string => {
  const better = heats.filter(({ auto, random }) => auto.accuracy > random.accuracy)
  const middle = heats[Math.floor(heats.length / 2)]
  if (!middle) return 'There is nothing to compare.'
  const { auto, random, toMatch } = middle
  const start = `With ${count(auto.asked)} labels (${percent(auto.queryRatio, 1)} of the items) auto is right on ${percent(auto.accuracy, 1)} of all items; the learner of D-AMD, told every label, on ${percent(full.accuracy, 1)}.`
  const match =
    toMatch === undefined
      ? 'With labels at random it does not get there, however many.'
      : toMatch > auto.asked
        ? `With labels at random it needs about ${count(Number(toMatch.toPrecision(2)))} to get there, ${(toMatch / auto.asked).toFixed(1)} times as many.`
        : `Here labels at random do better: the same number gives ${percent(random.accuracy, 1)}.`
  return `${start} ${match} auto was ahead of random in ${better.length} of ${heats.length} comparisons.`
}
