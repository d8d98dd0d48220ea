/** Max bytes of a response of an identity provider: its metadata, keys, tokens and claims take some kilobytes. */
const MAX_RESPONSE = 2 ** 20

/** Passes a body on, and fails as soon as it is larger than the limit. */
const bounded = (): TransformStream<Uint8Array, Uint8Array> => {
  let read = 0
  return new TransformStream({
    transform(chunk, controller) {
      read += chunk.byteLength
      if (read > MAX_RESPONSE) throw new Error(`a response has more than ${MAX_RESPONSE} bytes`)
      controller.enqueue(chunk)
    },
  })
}

/** `fetch` for the identity provider. A response is parsed in the main thread, so that a large one would hold up all requests. */
export const boundedFetch = async (url: string, options: RequestInit): Promise<Response> => {
  const { body, status, statusText, headers } = await fetch(url, options)
  return new Response(body?.pipeThrough(bounded()), { status, statusText, headers })
}
