// Is a budget ever exceeded, and is it fully used? Plays every data set live at four ratios, with a known horizon.
//
//   node experiments/budget.mjs --data-dir DIR [--rows 20000] [--only a9a,w8a]
import { flagsOf, opened, percent, playedLive, setNames, stageFor, table } from './tools.mjs'

const flags = flagsOf({ rows: 20000 })
const ratios = [0.02, 0.05, 0.1, 0.2]

let [over, least] = [0, 1]
const names = flags.only === '' ? setNames(flags['data-dir']) : flags.only.split(',')
const lines = []
for (const name of names) {
  const stage = stageFor(await opened(name, flags['data-dir']), 1, Number(flags.rows))
  const horizon = stage.order.length
  const cells = ratios.map((ratio) => {
    const { counts, accuracy } = playedLive(stage, { budget: { ratio, horizon }, drift: false, seed: 1 })
    const used = counts.spent / Math.floor(ratio * horizon)
    if (used > 1) over++
    least = Math.min(least, used)
    return `${percent(used)} (${percent(accuracy)})`
  })
  lines.push([name, horizon, ...cells])
  console.error(lines.at(-1).join('  '))
}
const heads = ratios.map((ratio) => `used at ${percent(ratio, 0)} % (accuracy)`)
console.log(table(['set', 'items', ...heads], lines))
console.log(`\nTimes over the cap: ${over}. Least used: ${percent(least)} %.`)
