// Installs the dependencies and builds if needed. Prints nothing if everything is up to date.
import { runNode, runNpm } from './tools/run.mjs'
import { buildProblem, installProblem, nodeProblem } from './tools/state.mjs'

const stop = (message) => {
  console.error(message)
  process.exit(1)
}

const tooOld = nodeProblem(process.versions.node)
if (tooOld) stop(tooOld)

// Messages go to stderr; stdout belongs to the command that follows.
const toStderr = ['inherit', 2, 2]

const notInstalled = installProblem()
if (notInstalled) {
  console.error(
    `Installing the development tools (${notInstalled}; a minute or two, once; needs the network) …`,
  )
  // With NODE_ENV=production npm would omit the compiler.
  if (runNpm(['ci', '--include=dev', '--loglevel=error'], toStderr) !== 0)
    stop(
      'Setup stopped: `npm ci` failed, see its messages above. Fix the problem and run the same command again.',
    )
}

const notBuilt = buildProblem()
if (notBuilt) {
  console.error(`Building (${notBuilt}; compiles all packages, up to half a minute the first time) …`)
  if (runNode(['scripts/build.mjs'], toStderr) !== 0)
    stop('Setup stopped: the build failed, see the compiler messages above.')
}
