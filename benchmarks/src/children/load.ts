/**
 * Sends requests to a URL, for some seconds or so many; the argument is a JSON object with `url`, `body`, `connections` and `seconds` or
 * `amount`. The text `@` in the body is replaced by a number that is used once.
 */
import autocannon, { type Result } from 'autocannon'

const { url, body, seconds, amount, connections } = JSON.parse(process.argv[2] ?? '{}')
const headers = { 'content-type': 'application/json' }
const spent: number[] = []
let used = Date.now() * 1000
const numbered = (): string => body.replaceAll('@', () => String(used++))
const { requests, non2xx, errors } = await new Promise<Result>((resolve, reject) => {
  const limit = amount === undefined ? { duration: seconds } : { amount }
  const changing = {
    requests: [
      { method: 'POST' as const, setupRequest: (request: object) => ({ ...request, body: numbered() }) },
    ],
  }
  const options = { url, body, headers, method: 'POST' as const, ...limit, connections }
  const instance = autocannon({ ...options, ...(body.includes('@') && changing) }, (error, result) =>
    error ? reject(error) : resolve(result),
  )
  // Its own percentiles are in whole milliseconds, which is too coarse for an empty route.
  instance.on('response', (_client, _status, _bytes, milliseconds) => {
    spent.push(milliseconds)
  })
})
spent.sort((a, b) => a - b)
const percentile = (share: number): number => spent[Math.floor(share * (spent.length - 1))] ?? Number.NaN
console.log(
  JSON.stringify({
    rate: requests.average,
    p50: percentile(0.5),
    p99: percentile(0.99),
    refused: non2xx + errors,
  }),
)
