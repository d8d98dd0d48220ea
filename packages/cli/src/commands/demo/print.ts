import { type Context, columnsOf } from '../../context.js'
import { chart } from '../../terminal/chart.js'
import { count, percent, significant } from '../../terminal/numbers.js'
import { styleFor } from '../../terminal/style.js'
import { table } from '../../terminal/table.js'
import { wrapped } from '../../terminal/wrap.js'
import type { Heat, Race } from './race.js'

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
      { name: 'D-AMD', mark: '●', paint: style.first, points: points(active) },
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
    right('D-AMD accuracy'),
    right('F1'),
    right('random accuracy'),
    right('F1'),
    right('random needs for as much'),
  ]
  const rows = heats.map(({ ratio, active, random, toMatch }) => [
    `${significant(100 * ratio)} %`,
    count((active ?? random).asked),
    active ? percent(active.accuracy) : 'not attainable',
    active ? percent(active.f1) : '',
    percent(random.accuracy),
    percent(random.f1),
    active ? needs(active.asked, toMatch) : '',
  ])
  const all = ['100 %', count(full.asked), percent(full.accuracy), percent(full.f1), '', '', '']
  return table(columns, [...rows, all])
}

const needs = (asked: number, toMatch: number | undefined): string =>
  toMatch === undefined ? 'more than all' : `${count(toMatch)} (${(toMatch / asked).toFixed(1)} ×)`

/** What the numbers show, in words. */
export const verdict = ({ heats, full }: Race): string => {
  const told = heats.filter((heat): heat is Heat & { active: object } => heat.active !== undefined)
  const better = told.filter(({ active, random }) => active.accuracy > random.accuracy)
  const middle = told[Math.floor(told.length / 2)]
  if (!middle) return 'The rule could not ask so little on this stream; there is nothing to compare.'
  const { active, random, toMatch } = middle
  const start = `With ${count(active.asked)} labels (${percent(active.queryRatio, 1)} of the items) D-AMD is right on ${percent(active.accuracy, 1)} of all items; learning every label gives ${percent(full.accuracy, 1)}.`
  const match =
    toMatch === undefined
      ? 'Random labels do not get there, however many.'
      : toMatch > active.asked
        ? `Random labels need about ${count(Number(toMatch.toPrecision(2)))} to get there, ${(toMatch / active.asked).toFixed(1)} times as many.`
        : `Here random labels do better: the same number gives ${percent(random.accuracy, 1)}.`
  return `${start} ${match} D-AMD was ahead in ${better.length} of ${told.length} comparisons.`
}
