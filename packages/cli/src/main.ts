import { processContext, runCleanups } from './context.js'
import { EXIT, main } from './program.js'

const context = processContext()

// EPIPE is not an error: the reader closed the pipe.
for (const output of [process.stdout, process.stderr])
  output.on('error', (error: NodeJS.ErrnoException) => {
    runCleanups(context)
    process.exit(error.code === 'EPIPE' ? EXIT.fine : EXIT.failed)
  })

for (const [signal, code] of [
  ['SIGINT', EXIT.interrupted],
  ['SIGTERM', EXIT.terminated],
] as const)
  process.on(signal, () => {
    runCleanups(context)
    process.exit(code)
  })

try {
  process.exitCode = await main(context)
} catch (error) {
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error)
  process.stderr.write(`askance: internal error; please report it with these lines:\n${details}\n`)
  process.exitCode = EXIT.fault
}
