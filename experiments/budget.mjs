// Is a budget ever exceeded, and is it used? Every data set is played live at four ratios, with a known horizon.
//
//   node experiments/budget.mjs --data-dir DIR [--rows 20000] [--only a9a,w8a]
import { Classifier } from '@askance/core'
import { flagsOf, itemsOf, opened, percent, setNames, table } from './tools.mjs'

const flags = flagsOf({ rows: 20000 })
const ratios = [0.02, 0.05, 0.1, 0.2]

const lines = []
let over = 0
let least = 1
for (const name of setNames(flags)) {
  const set = await opened(name, flags['data-dir'])
  const items = itemsOf(set, 1, Number(flags.rows))
  const line = [name, items.length]
  for (const ratio of ratios) {
    const budget = { ratio, horizon: items.length }
    const classifier = new Classifier({
      classes: set.facts.classes,
      budget,
      shadow: false,
      drift: false,
      seed: 1,
    })
    let right = 0
    for (const { row, label } of items) {
      const { predicted, asked, id } = classifier.observe({ row })
      if (predicted === label) right++
      if (asked) classifier.answer(id, label)
      if (classifier.counts.spent > Math.floor(ratio * items.length)) over++
    }
    const used = classifier.counts.spent / Math.floor(ratio * items.length)
    least = Math.min(least, used)
    line.push(`${percent(used)} (${percent(right / items.length)})`)
  }
  lines.push(line)
  console.error(line.join('  '))
}
console.log(
  table(['set', 'items', ...ratios.map((ratio) => `used at ${percent(ratio, 0)} % (accuracy)`)], lines),
)
console.log(`\nTimes over the cap: ${over}. Least used: ${percent(least)} %.`)
