// Plays pools against the aims of their design and writes docs/results/pool.md:
//   npm run pool -- --data-dir DIR [--sets sms_spam,spambase] [--seeds 1-5] [--runs 200] [--results DIR] [--minutes 60] [--pages]
// --pages only writes the page. A full run takes some hours; a stopped run resumes when started again.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { costOf, SIZES } from './cost.mjs'
import { writePage } from './page.mjs'
import { keyOf, resultOf, TEN, tasksFor } from './tasks.mjs'

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: 'data' },
    results: { type: 'string', default: 'results/pool' },
    sets: { type: 'string', default: TEN.join(',') },
    seeds: { type: 'string', default: '1-5' },
    runs: { type: 'string', default: '200' },
    minutes: { type: 'string', default: 'Infinity' },
    pages: { type: 'boolean', default: false },
  },
})

if (!existsSync(values['data-dir']) && !values.pages) {
  console.error(`Folder ${values['data-dir']} not found. Set the folder of the data sets with --data-dir.`)
  process.exit(2)
}

const path = join(values.results, 'pool.jsonl')
const done = new Map(
  existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
        .map(({ key, ...rest }) => [key, rest])
    : [],
)

/** Stores a result as one line, so that an interrupted run loses at most the last one. */
const store = (key, task, result) => {
  mkdirSync(values.results, { recursive: true })
  appendFileSync(path, `${JSON.stringify({ key, task, result })}\n`)
  done.set(key, { task, result })
}

const [first, last = first] = values.seeds.split('-').map(Number)
const seeds = Array.from({ length: last - first + 1 }, (_, k) => first + k)
const end = Date.now() + 60_000 * Number(values.minutes)
const tasks = [
  ...tasksFor(values.sets.split(','), seeds, Number(values.runs)),
  ...SIZES.map((items) => ({ kind: 'cost', items })),
]
const taskKey = (task) => (task.kind === 'cost' ? `cost ${task.items}` : keyOf(task))
const missing = values.pages ? [] : tasks.filter((task) => !done.has(taskKey(task)))

for (const [k, task] of missing.entries()) {
  if (Date.now() > end) break
  const begun = performance.now()
  const result = task.kind === 'cost' ? costOf(task.items) : await resultOf(task, values['data-dir'])
  store(taskKey(task), task, result)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  console.error(`${k + 1} of ${missing.length}  ${taskKey(task)}  ${seconds} s`)
}
writePage([...done.values()])
