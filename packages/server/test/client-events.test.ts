import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { SseParser } from '../src/client/events.js'
import { createClient, ProblemError, type StreamEvent } from '../src/client/index.js'
import { openDesk } from './support/http-app.js'

describe('events of the client', () => {
  test('resume after a lost connection', async () => {
    const desk = await openDesk()
    const baseUrl = await desk.app.listen({ port: 0, host: '127.0.0.1' })
    const places: (string | null)[] = []
    const signal = AbortSignal.timeout(300_000)
    // The first connection breaks after its first decision, the second cannot be made at all.
    const fetchBadly: typeof fetch = async (input, init) => {
      places.push(new Headers(init?.headers).get('last-event-id'))
      if (places.length === 2) throw new TypeError('no connection')
      const response = await fetch(input, init)
      return places.length === 1 ? new Response(brokenAfterFirst(response), response) : response
    }
    const client = createClient({ baseUrl, token: desk.tokens.reader, fetch: fetchBadly })
    const seen: string[] = []
    const stood: boolean[] = []
    const onConnection = (is: boolean) => void stood.push(is)
    for await (const message of client.events('mails', { after: 0, signal, retry: 5, onConnection })) {
      if (message.event === 'decision') seen.push(message.data.id)
      if (seen.length === 3) break
    }
    assert.deepEqual(seen, ['a', 'b', 'c'])
    assert.deepEqual(stood, [true, false, false, true])
    assert.deepEqual(
      places,
      ['0', null, '1'].map((place, k) => (k === 1 ? '1' : place)),
    )
    await desk.app.close()
  })

  test('end on abort and on permanent problems', async () => {
    const desk = await openDesk()
    const baseUrl = await desk.app.listen({ port: 0, host: '127.0.0.1' })
    const client = createClient({ baseUrl, token: desk.tokens.reader })
    const stopped = new AbortController()
    const seen: StreamEvent[] = []
    for await (const message of client.events('mails', { after: 0, signal: stopped.signal })) {
      seen.push(message)
      stopped.abort()
    }
    assert.ok(seen.length >= 1)
    const nowhere = async () => {
      for await (const message of client.events('none')) seen.push(message)
    }
    await assert.rejects(
      nowhere(),
      (error) => error instanceof ProblemError && error.code === 'stream/unknown',
    )
    await desk.app.close()
  })

  test('are parsed from text split at any position', () => {
    const text =
      'retry: 1\n\n: alive\n\nid: 7\nevent: answer\ndata: {"a":\ndata: 1}\n\nevent: x\r\ndata: {}\r\n\r\n'
    for (let cut = 0; cut < text.length; cut++) {
      const parser = new SseParser()
      const found = [...parser.take(text.slice(0, cut)), ...parser.take(text.slice(cut))]
      assert.deepEqual(found, [
        { event: 'answer', data: '{"a":\n1}', id: '7' },
        { event: 'x', data: '{}' },
      ])
    }
  })
})

/** The bytes of an answer up to its first event with a number; then the connection breaks. */
const brokenAfterFirst = (response: Response): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async start(controller) {
      const text = await textUntil(
        response,
        (all) => all.includes('id: 1\n') && all.indexOf('\n\n', all.indexOf('id: 1\n')) > 0,
      )
      const end = text.indexOf('\n\n', text.indexOf('id: 1\n')) + 2
      controller.enqueue(new TextEncoder().encode(text.slice(0, end)))
    },
    // Called when the bytes before have been read.
    pull: (controller) => controller.error(new TypeError('broken')),
  })

const textUntil = async (response: Response, enough: (text: string) => boolean): Promise<string> => {
  let text = ''
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString()
    if (enough(text)) break
  }
  return text
}
