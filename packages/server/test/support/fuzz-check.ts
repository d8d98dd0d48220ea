import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { openBench } from './fuzz-bench.js'
import { fullRound, readAllStreams } from './fuzz-round.js'
import { fuzz } from './fuzz-run.js'

/** Where webhooks are sent: it takes everything. */
const openReceiver = async (context: TestContext): Promise<string> => {
  const server = createServer((message, response) => {
    message.resume()
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  context.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

const settings = {
  bodyLimit: 2 ** 17,
  modelLimit: 2 ** 22,
  batchLimit: 50,
  loginLimit: 1e9,
  threads: 2,
  loadedStreams: 10,
  snapshotEvery: 150,
  privateHooks: true,
}

/** What the service must hold after random requests: it works, a restart changes nothing, and no secret was logged. */
export const checkFuzz = async (context: TestContext, requests: number): Promise<void> => {
  const seed = Number(process.env.ASKANCE_FUZZ_SEED ?? 20_261)
  context.diagnostic(`seed ${seed}`)
  const bench = await openBench(context, settings)
  const hookUrl = await openReceiver(context)
  const { world, statuses, done } = await fuzz(bench, { seed, requests, hookUrl })
  context.diagnostic(JSON.stringify({ statuses, done }))
  const fine = Object.entries(statuses).reduce((sum, [status, n]) => sum + (Number(status) < 300 ? n : 0), 0)
  assert.ok(fine > requests / 4, `only ${fine} requests went well`)
  await fullRound(bench, 'after-all')
  const before = await readAllStreams(bench)
  await bench.restart()
  assert.deepEqual(await readAllStreams(bench), before)
  await fullRound(bench, 'after-restart')
  const secrets = [
    ...world.secrets,
    ...Object.values(bench.tokens),
    bench.shown.trim().split('\n').at(-1) ?? '-',
  ]
  assert.ok(secrets.length > 4)
  for (const secret of secrets) assert.ok(!bench.log.includes(secret), 'a secret stands in the log')
  assert.ok(!/"level":"(error|fatal)"/.test(bench.log), `an error was logged: ${errorIn(bench.log)}`)
}

const errorIn = (log: string): string =>
  log
    .split('\n')
    .find((line) => /"level":"(error|fatal)"/.test(line))
    ?.slice(0, 3000) ?? ''
