// Runs all missing experiments with `auto` in sequence and writes docs/auto.md:
//   npm run auto -- --data-dir DIR --results DIR [--only german,sms_spam] [--pages]
// --pages only writes the page. A full run takes some hours; a stopped run resumes when started again.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: 'data' },
    results: { type: 'string', default: 'results' },
    only: { type: 'string', default: '' },
    pages: { type: 'boolean', default: false },
  },
})

/** Runs another file of this folder; a failure ends the run. */
const run = (file, flags) => {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const { status } = spawnSync(process.execPath, [path, ...flags], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const play = (file) => {
  console.error(`${file} …`)
  const only = values.only === '' ? [] : ['--only', values.only]
  run(file, ['--data-dir', values['data-dir'], '--results', values.results, ...only])
}

if (!values.pages) {
  for (const name of [
    'compare',
    'moments',
    'ablations',
    'topics',
    'anchors',
    'vectors',
    'acceptance',
    'changes',
    'drifting',
    'late',
    'invariance',
    'speed',
  ])
    play(`${name}.mjs`)
}
run('page.mjs', ['--results', values.results])
