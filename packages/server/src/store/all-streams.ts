import type { StreamRecord } from './records.js'
import type { Store } from './store.js'

const STREAMS_PER_PAGE = 500

/** Every stream of a store, read in pages. */
export async function* allStreams(store: Pick<Store, 'listStreams'>): AsyncGenerator<StreamRecord> {
  let after: string | undefined
  for (;;) {
    const streams = await store.listStreams({
      limit: STREAMS_PER_PAGE,
      ...(after !== undefined && { after }),
    })
    yield* streams
    after = streams.at(-1)?.id
    if (streams.length < STREAMS_PER_PAGE || after === undefined) return
  }
}
