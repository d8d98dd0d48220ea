/** Fires requests at an address for some seconds; takes a JSON object with `url`, `body` and `seconds`. */
import autocannon from 'autocannon'

const { url, body, seconds, connections } = JSON.parse(process.argv[2] ?? '{}')
const headers = { 'content-type': 'application/json' }
const result = await autocannon({ url, body, headers, method: 'POST', duration: seconds, connections })
const { requests, latency, non2xx, errors } = result
console.log(
  JSON.stringify({ rate: requests.average, p50: latency.p50, p99: latency.p99, refused: non2xx + errors }),
)
