// `npm test`: builds, lints, checks the docs and runs the tests. Arguments are passed to the tests.
import { spawn } from 'node:child_process'
import { root } from './tools/files.mjs'
import { biome } from './tools/run.mjs'
import { installProblem } from './tools/state.mjs'

const start = performance.now()
const seconds = (since) => `${((performance.now() - since) / 1000).toFixed(1)} s`

/** Runs a command and resolves to its exit code. With `together`, its output is printed at the end. */
const run = (command, args, together = false) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      stdio: together ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    })
    const pieces = []
    child.stdout?.on('data', (piece) => pieces.push(piece))
    child.stderr?.on('data', (piece) => pieces.push(piece))
    child.once('error', ({ message }) => pieces.push(Buffer.from(`${message}\n`)))
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(pieces))
      resolve(code ?? 1)
    })
  })

const step = async (name, about, args, together = false) => {
  const stepStart = performance.now()
  console.log(`[${name}] ${about} …`)
  const isPassed = (await run(process.execPath, args, together)) === 0
  console.log(`[${name}] ${isPassed ? 'passed' : 'FAILED'} in ${seconds(stepStart)}`)
  return { name, isPassed }
}

const finish = (results) => {
  const failed = results.filter(({ isPassed }) => !isPassed).map(({ name }) => name)
  console.log(
    failed.length > 0
      ? `\nFAILED: ${failed.join(', ')}, after ${seconds(start)}.`
      : `\nPassed: ${results.map(({ name }) => name).join(', ')}, in ${seconds(start)}.`,
  )
  process.exit(failed.length > 0 ? 1 : 0)
}

/** Installs PostgreSQL, Chromium and NATS where possible; otherwise the tests that need them are skipped. */
const installTools = async () => {
  for (const script of ['postgres', 'browser', 'nats']) await run('bash', [`scripts/${script}.sh`], true)
}

const colours = process.stdout.isTTY ? [] : ['--colors=off']
const lint = () => step('lint', 'format and lint', [biome, 'ci', ...colours, '.'], true)

// The compiler leaves a core idle at times, and lint needs no build, only the installed tools.
const earlyLint = installProblem() === undefined ? lint() : undefined
const [build] = await Promise.all([
  step('build', 'install and compile changes', ['scripts/setup.mjs']),
  installTools(),
])
if (!build.isPassed) finish([build])
finish([
  build,
  ...(await Promise.all([
    earlyLint ?? lint(),
    step('docs', 'generated pages are up to date', ['scripts/docs.mjs'], true),
    step('tests', 'all tests and examples', ['scripts/test.mjs', ...process.argv.slice(2)]),
  ])),
])
