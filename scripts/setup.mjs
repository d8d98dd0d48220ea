// Makes a fresh clone ready: installs what package-lock.json names and builds. Silent when nothing is to be done.
import { runNode, runNpm } from './tools/run.mjs'
import { buildProblem, fingerprint, installProblem, nodeProblem, stampBuild } from './tools/state.mjs'

const stop = (message) => {
  console.error(message)
  process.exit(1)
}

const tooOld = nodeProblem(process.versions.node)
if (tooOld) stop(tooOld)

// All that is said here goes to stderr: stdout belongs to the command that follows.
const toStderr = ['inherit', 2, 2]

const notInstalled = installProblem()
if (notInstalled) {
  console.error(
    `Installing the development tools (${notInstalled}; a minute or two, once; needs the network) …`,
  )
  // Dev dependencies are asked for by name: NODE_ENV=production would leave the compiler out.
  if (runNpm(['ci', '--include=dev', '--loglevel=error'], toStderr) !== 0)
    stop(
      'Setup stopped: `npm ci` failed, its own words are above. Mend that, then run the same command again.',
    )
}

const notBuilt = buildProblem()
if (notBuilt) {
  console.error(`Building (${notBuilt}; compiles all packages, up to half a minute the first time) …`)
  const state = fingerprint()
  if (runNode(['scripts/build.mjs'], toStderr) !== 0)
    stop('Setup stopped: the build failed, the compiler’s words are above.')
  stampBuild(state)
}
