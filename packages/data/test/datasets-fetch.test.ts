import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type DataSet, fetchDataSet } from '@askance/data'
import { download } from '../src/datasets/download.js'
import { temporaryFolder } from './support/files.js'

/** Bytes that repeat nowhere near, so that a wrong offset shows. */
const content = Buffer.from(Array.from({ length: 200_000 }, (_, k) => (k * k * 31 + (k >> 8)) & 255))
const sha256 = createHash('sha256').update(content).digest('hex')

type Answer = (request: IncomingMessage, response: ServerResponse) => void

const sent: { path: string; range: string | undefined }[] = []
const answers = new Map<string, Answer>()
const server = createServer((request, response) => {
  const path = request.url ?? ''
  sent.push({ path, range: request.headers.range })
  const answer = answers.get(path)
  if (answer) answer(request, response)
  else response.writeHead(404).end()
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.close()
  server.closeAllConnections()
})
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const quick = { pauseMilliseconds: 1, retries: 3 }
let latest = ''
const folder = (): string => {
  latest = mkdtempSync(join(temporaryFolder, 'fetch-'))
  return latest
}
const rangesOf = (path: string): (string | undefined)[] =>
  sent.filter((request) => request.path === path).map(({ range }) => range)

/** Serves the content as servers do; breaks off after so many bytes of each of the first answers. */
const file = (
  breaks: readonly number[] = [],
  { ranges = true, tag = '"v1"' as string | null } = {},
): Answer => {
  let answered = 0
  return (request, response) => {
    const wanted = ranges ? /^bytes=(\d+)-$/.exec(request.headers.range ?? '') : null
    const fresh = request.headers['if-range'] === undefined || request.headers['if-range'] === tag
    const start = wanted && fresh ? Number(wanted[1]) : 0
    const body = content.subarray(start)
    response.writeHead(start > 0 ? 206 : 200, {
      'content-length': body.length,
      ...(tag === null ? {} : { etag: tag }),
      ...(start > 0 ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {}),
    })
    const most = breaks[answered++]
    if (most === undefined) response.end(body)
    else {
      // Each test downloads to the name in the address. What was sent must have arrived before the connection breaks.
      const part = join(latest, `${request.url}.part`)
      const hasArrived = () => existsSync(part) && statSync(part).size >= start + most
      const breakOff = () => (hasArrived() ? response.destroy() : setTimeout(breakOff, 5))
      response.write(body.subarray(0, most), breakOff)
    }
  }
}

const serve = (path: string, answer: Answer): string => {
  answers.set(path, answer)
  return `${base}${path}`
}

describe('a download', () => {
  test('comes whole, with progress and checksum', async () => {
    const url = serve('/whole', file())
    const seen: [number, number | undefined][] = []
    const into = folder()
    const found = await fetchDataSet(url, into, { progress: (done, total) => seen.push([done, total]) })
    assert.deepEqual(found, { path: join(into, 'whole'), bytes: content.length, sha256 })
    assert.deepEqual(readFileSync(found.path), content)
    assert.deepEqual(seen.at(-1), [content.length, content.length])
    assert.ok(seen.every(([done], k) => done > (seen[k - 1]?.[0] ?? 0)))
    assert.deepEqual(readdirSync(into), ['whole'])
  })

  test('goes on where the connection broke', async () => {
    const url = serve('/broken', file([50_000, 60_000]))
    const path = join(folder(), 'broken')
    const found = await download(url, path, { ...quick, sha256 })
    assert.equal(found.sha256, sha256)
    const ranges = rangesOf('/broken')
    assert.equal(ranges.length, 3)
    assert.deepEqual(ranges, [undefined, 'bytes=50000-', 'bytes=110000-'])
  })

  test('goes on at the next call, after the tries were used up', async () => {
    const url = serve('/later', file([70_000]))
    const path = join(folder(), 'later')
    await assert.rejects(download(url, path, { retries: 0 }), { code: 'fetch/connection' })
    assert.equal(existsSync(path), false)
    assert.equal(readFileSync(`${path}.part`).length, 70_000)
    assert.equal((await download(url, path, quick)).sha256, sha256)
    assert.deepEqual(rangesOf('/later'), [undefined, 'bytes=70000-'])
  })

  test('restarts if the server does not support ranges', async () => {
    const url = serve('/plain', file([70_000], { ranges: false }))
    assert.equal((await download(url, join(folder(), 'plain'), quick)).sha256, sha256)
  })

  test('restarts if the file has changed', async () => {
    const path = join(folder(), 'changed')
    const url = serve('/changed', file([70_000], { tag: '"old"' }))
    await assert.rejects(download(url, path, { retries: 0 }), { code: 'fetch/connection' })
    serve('/changed', file([], { tag: '"new"' }))
    assert.equal((await download(url, path, quick)).sha256, sha256)
  })

  test('does not resume without a version or checksum', async () => {
    const path = join(folder(), 'untagged')
    const url = serve('/untagged', file([70_000], { tag: null }))
    await download(url, path, quick)
    assert.deepEqual(rangesOf('/untagged'), [undefined, undefined])
    assert.deepEqual(readFileSync(path), content)
  })

  test('restarts if the server reports an unsatisfiable range', async () => {
    const path = join(folder(), 'shrunk')
    let asked = 0
    const url = serve('/shrunk', (request, response) => {
      asked++
      if (request.headers.range) response.writeHead(416).end()
      else file(asked === 1 ? [70_000] : [])(request, response)
    })
    assert.equal((await download(url, path, quick)).sha256, sha256)
    assert.equal(asked, 3)
  })

  test('that was complete but for its name is not fetched again', async () => {
    const path = join(folder(), 'complete')
    const url = serve('/complete', file([70_000]))
    await assert.rejects(download(url, path, { retries: 0 }), { code: 'fetch/connection' })
    writeFileSync(`${path}.part`, content)
    serve('/complete', (_, response) =>
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end(),
    )
    assert.equal((await download(url, path, { retries: 0 })).sha256, sha256)
  })

  test('with the wrong checksum or size is not kept', async () => {
    const url = serve('/wrong', file())
    const into = folder()
    const path = join(into, 'wrong')
    await assert.rejects(download(url, path, { sha256: '0'.repeat(64) }), { code: 'fetch/checksum' })
    await assert.rejects(download(url, path, { bytes: 7 }), { code: 'fetch/size' })
    assert.deepEqual(readdirSync(into), [])
  })

  test('of what is not there says so at once; the trouble of a moment is tried again', async () => {
    await assert.rejects(download(`${base}/nothing`, join(folder(), 'x'), quick), {
      code: 'fetch/status',
      message: `cannot download ${base}/nothing: the server returned status 404`,
    })
    let asked = 0
    const url = serve('/busy', (request, response) => {
      if (asked++ < 2) response.writeHead(503).end()
      else file()(request, response)
    })
    assert.equal((await download(url, join(folder(), 'busy'), quick)).sha256, sha256)
  })

  test('has a limit, whether the size was said or not', async () => {
    const said = serve('/said', file())
    await assert.rejects(download(said, join(folder(), 'x'), { maxBytes: 1000 }), { code: 'fetch/large' })
    const unsaid = serve('/unsaid', (_, response) => {
      response.writeHead(200)
      response.end(content)
    })
    await assert.rejects(download(unsaid, join(folder(), 'x'), { maxBytes: 1000 }), { code: 'fetch/large' })
  })

  test('follows redirections to the web and nowhere else', async () => {
    serve('/target', file())
    const good = serve('/good', (_, response) => response.writeHead(302, { location: '/target' }).end())
    assert.equal((await download(good, join(folder(), 'x'), quick)).sha256, sha256)
    const bad = serve('/bad', (_, response) =>
      response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    )
    await assert.rejects(download(bad, join(folder(), 'x'), quick), { code: 'fetch/address' })
    const round = serve('/round', (_, response) => response.writeHead(302, { location: '/round' }).end())
    await assert.rejects(download(round, join(folder(), 'x'), quick), { code: 'fetch/redirects' })
  })

  test('that falls silent is broken, and one that is called off keeps its part', async () => {
    const url = serve('/silent', (_, response) => {
      response.writeHead(200, { 'content-length': content.length, etag: '"v1"' })
      response.write(content.subarray(0, 1000))
    })
    const path = join(folder(), 'silent')
    await assert.rejects(download(url, path, { retries: 0, stallMilliseconds: 100 }), {
      code: 'fetch/connection',
    })
    const control = new AbortController()
    const progress = (): void => control.abort()
    await assert.rejects(download(url, path, { signal: control.signal, progress }), { name: 'AbortError' })
    assert.equal(readFileSync(`${path}.part`).length, 1000)
  })

  test('names the reason if nothing listens', async () => {
    await assert.rejects(download('http://127.0.0.1:1/x', join(folder(), 'x'), { retries: 0 }), {
      code: 'fetch/connection',
      message: /ECONNREFUSED|refused|bad port/,
    })
  })
})

describe('a data set', () => {
  const set = (...urls: string[]): DataSet => ({
    name: 'tiny',
    papers: [],
    task: 'binary',
    instances: 3,
    features: 2,
    classes: 2,
    origin: 'a test',
    urls,
    notes: '',
  })
  const text =
    (body: string): Answer =>
    (_, response) =>
      response.end(body)

  test('of several files is joined, every file ending its last line', async () => {
    const one = serve('/tiny', text('1 1:1\n-1 2:1'))
    const two = serve('/tiny.t', text('1 1:2\n'))
    const into = folder()
    const { path } = await fetchDataSet(set(one, two), into, quick)
    assert.equal(path, join(into, 'tiny.libsvm'))
    assert.equal(readFileSync(path, 'utf8'), '1 1:1\n-1 2:1\n1 1:2\n')
    assert.deepEqual(readdirSync(into), ['tiny.libsvm'])
    await assert.rejects(fetchDataSet(set(one, two), folder(), { ...quick, sha256: '0'.repeat(64) }), {
      code: 'fetch/checksum',
    })
  })

  test('that is there already is not fetched again', async () => {
    const into = folder()
    writeFileSync(join(into, 'tiny.libsvm.bz2'), 'here')
    const { bytes } = await fetchDataSet(set(`${base}/never.bz2`), into)
    assert.equal(bytes, 4)
    assert.deepEqual(rangesOf('/never.bz2'), [])
  })

  test('without an address, or with a bad one, is an error that says what to do', async () => {
    await assert.rejects(fetchDataSet('pcmac', folder()), { code: 'dataset/no-address', message: /\.mat/ })
    await assert.rejects(fetchDataSet('a9', folder()), { code: 'dataset/unknown' })
    await assert.rejects(fetchDataSet('ftp://example.org/x', folder()), { code: 'fetch/address' })
    await assert.rejects(fetchDataSet(`${base}/`, folder()), { code: 'fetch/address' })
    await assert.rejects(fetchDataSet(`${base}/%2e%2e`, folder()), { code: 'fetch/address' })
  })
})
