// What `npm test` runs: all that must hold before a change is good. Arguments pass to the tests.
import { spawnSync } from 'node:child_process'
import { root } from './tools/files.mjs'
import { biome, runNode } from './tools/run.mjs'

const colours = process.stdout.isTTY ? [] : ['--colors=off']
const steps = [
  { name: 'build', about: 'types and build', args: ['scripts/build.mjs'] },
  { name: 'lint', about: 'format and lint', args: [biome, 'ci', ...colours, '.'] },
  { name: 'docs', about: 'generated pages are up to date', args: ['scripts/docs.mjs'] },
  { name: 'tests', about: 'all tests and examples', args: ['scripts/test.mjs', ...process.argv.slice(2)] },
]

const seconds = (start) => `${((performance.now() - start) / 1000).toFixed(1)} s`

// Tests of the store start a PostgreSQL of their own, tests of pages a Chromium; where these can be installed, they are.
for (const script of ['postgres', 'browser'])
  spawnSync('bash', [`scripts/${script}.sh`], { cwd: root, stdio: 'inherit' })

const start = performance.now()
for (const [k, { name, about, args }] of steps.entries()) {
  const count = `${k + 1}/${steps.length}`
  const stepStart = performance.now()
  console.log(`\n[${count}] ${name}: ${about}`)
  const code = runNode(args)
  if (code !== 0) {
    console.error(`\nFAILED at step ${count}, ${name}, after ${seconds(start)}.`)
    process.exit(code)
  }
  console.log(`[${count}] ${name}: passed in ${seconds(stepStart)}`)
}
console.log(
  `\nAll ${steps.length} steps passed (${steps.map(({ name }) => name).join(', ')}) in ${seconds(start)}.`,
)
