import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { root } from '../tools/files.mjs'
import { cpuSeconds } from './cpu.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))

/** Time for hooks after the last test; open handles are not waited for. */
const GRACE_MS = 10_000
/**
 * The files of several packages run at once and use all cores, so V8 collects garbage and compiles in the thread that needs it, not in
 * helper threads: this takes a tenth less CPU. Programs and services that tests start run as usual.
 */
const SINGLE_THREADED = ['--single-threaded']
/** Optimizing code takes time, too: most functions of a test run for a moment only. Four times the usual budget before V8 does. */
const LATE_OPTIMIZED = ['--interrupt-budget=270000']
/** Megabytes for new objects, twice: with more of them, fewer are copied before they are garbage. */
const NEW_SPACE = ['--min-semi-space-size=32', '--max-semi-space-size=64']
/** Maximum length of the output of a file. */
const MAX_OUTPUT = 20_000

/**
 * Runs files in one process and calls `onFile` with the result of each. When a file ends the process or exceeds the
 * timeout, that file has failed, and the files after it run in a new process.
 */
export const runFiles = async (files, options) => {
  let left = files
  while (left.length > 0) left = left.slice(await runSome(left, options))
}

const failed = (error) => ({ path: ['the process'], passed: false, milliseconds: 0, error })

/** Runs files until the process ends; resolves to the number of files that have a result, at least one. */
const runSome = (files, { env, timeout, sourceMaps, onFile }) =>
  new Promise((resolve) => {
    const reporter = [`--test-reporter=${here('events.mjs')}`, '--test-reporter-destination=stdout']
    const child = spawn(
      process.execPath,
      [
        ...(sourceMaps ? ['--enable-source-maps'] : []),
        ...SINGLE_THREADED,
        ...LATE_OPTIMIZED,
        ...NEW_SPACE,
        ...reporter,
        here('batch.mjs'),
        ...files,
      ],
      { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] },
    )
    const kill = () => child.kill('SIGKILL')
    let done = 0
    let isRed = false
    let timer
    let current

    const begin = () => {
      clearTimeout(timer)
      current = {
        file: files[done],
        outcomes: [],
        notes: [],
        output: '',
        start: performance.now(),
        cpu: cpuSeconds(child.pid),
      }
      timer = setTimeout(
        () => {
          if (done < files.length) current.outcomes.push(failed(`Exceeded ${timeout / 60_000} minutes.`))
          kill()
        },
        done < files.length ? timeout : GRACE_MS,
      )
    }
    const finish = (file = current.file) => {
      isRed ||= current.outcomes.some(({ passed }) => !passed)
      done++
      onFile({
        ...current,
        file,
        cpu: cpuSeconds(child.pid) - current.cpu,
        milliseconds: performance.now() - current.start,
      })
      begin()
    }
    const print = (piece) => {
      current.output = (current.output + piece).slice(-MAX_OUTPUT)
    }
    child.stdout.setEncoding('utf8').on('data', print)
    child.stderr.setEncoding('utf8').on('data', print)
    createInterface({ input: child.stdio[3] }).on('line', (line) => {
      const { outcome, note, end } = JSON.parse(line)
      if (outcome) current.outcomes.push(outcome)
      else if (note) current.notes.push(note)
      else if (end) finish()
    })
    child.once('close', (code, signal) => {
      const isCut = done < files.length
      // All tests passed but the process failed: an error was thrown outside of any test.
      if (current.outcomes.every(({ passed }) => passed) && (isCut || (code > 0 && !isRed)))
        current.outcomes.push(failed(`Ended with ${signal ?? `exit code ${code}`}.`))
      const isLate = current.outcomes.length > 0
      if (isCut) finish()
      else if (isLate) finish(files.at(-1))
      clearTimeout(timer)
      resolve(Math.min(done, files.length))
    })
    begin()
  })
