// Own process: it kills programs.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { folder, printed, program } from './tools/askance.js'
import { timeless } from './tools/experiments.js'

const line = [
  ...['compare', 'stream:text-like:rows=300,dimension=1000', '--algorithms', 'PAA-I,PAA-II'],
  ...['--ratios', '0.1', '--runs', '3', '--folds', '2', '--threads', '1', '--json'],
]

const started = (cache: string): ChildProcess =>
  spawn(process.execPath, [program, ...line, '--cache', cache], { stdio: ['ignore', 'pipe', 'pipe'] })

const textOf = async (stream: ChildProcess['stdout']): Promise<string> => {
  let text = ''
  for await (const chunk of stream ?? []) text += chunk
  return text
}

const ended = async (child: ChildProcess) => {
  const [out, err, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  return { out, err, code }
}

/** The number of cached results. */
const kept = (cache: string): number =>
  existsSync(cache) ? readFileSync(cache, 'utf8').split('\n').length - 1 : 0

const stoppedAfter = async (cache: string, results: number, signal: NodeJS.Signals) => {
  const child = started(cache)
  const end = ended(child)
  while (kept(cache) < results && child.exitCode === null) await new Promise((wake) => setTimeout(wake, 5))
  child.kill(signal)
  return end
}

describe('an interrupted comparison', () => {
  test('gives the same results after being killed twice', async (t) => {
    const cache = folder(t)('cache.jsonl')
    const whole = JSON.parse(await printed(...line, '--no-cache', '--quiet'))
    await stoppedAfter(cache, 5, 'SIGKILL')
    const first = kept(cache)
    await stoppedAfter(cache, first + 5, 'SIGKILL')
    const second = kept(cache)
    assert.ok(first >= 5 && second > first)
    const { out, err, code } = await ended(started(cache))
    assert.equal(code, 0, err)
    assert.deepEqual(timeless(JSON.parse(out)), timeless(whole))
    assert.match(err, /100 % done in .*, \d+ % from the cache/)
    const all = kept(cache)
    assert.ok(all > second, 'it was stopped in the middle')
    // Nothing is computed twice: every address is cached once, and another run adds none.
    const addresses = readFileSync(cache, 'utf8')
      .split('\n')
      .flatMap((text) => /^\["([^"]+)",.*\]$/.exec(text)?.[1] ?? [])
    assert.equal(new Set(addresses).size, addresses.length)
    const again = await ended(started(cache))
    assert.match(again.err, /100 % from the cache/)
    assert.equal(kept(cache), all)
    assert.deepEqual(timeless(JSON.parse(again.out)), timeless(whole))
  })

  test('reports on Ctrl-C that finished work is cached', {
    skip: process.platform === 'win32',
  }, async (t) => {
    const cache = folder(t)('cache.jsonl')
    const { out, err, code } = await stoppedAfter(cache, 3, 'SIGINT')
    assert.equal(code, 130)
    assert.equal(out, '')
    assert.match(
      err,
      /^askance: stopped; finished results are kept, and running the same command again resumes$/m,
    )
    assert.ok(kept(cache) >= 3)
  })
})
