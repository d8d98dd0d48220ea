/** Sends requests to a URL for some seconds; the argument is a JSON object with `url`, `body` and `seconds`. */
import autocannon, { type Result } from 'autocannon'

const { url, body, seconds, connections } = JSON.parse(process.argv[2] ?? '{}')
const headers = { 'content-type': 'application/json' }
const spent: number[] = []
const { requests, non2xx, errors } = await new Promise<Result>((resolve, reject) => {
  const options = { url, body, headers, method: 'POST' as const, duration: seconds, connections }
  const instance = autocannon(options, (error, result) => (error ? reject(error) : resolve(result)))
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
