import { requestBatches, type TextPlace, textContent } from '@askance/data/content'
import { type AskanceClient, type Schemas, unwrap } from '@askance/server/client'
import type { KnownLabels, OutgoingItem } from './engine/messages.js'
import type { FileEngine } from './use-file.js'

/** A text that is an example of a class, but no item of the file. */
export interface PastedText {
  readonly text: string
  readonly label: string
}

export interface FileToSend {
  readonly engine: FileEngine
  readonly known: KnownLabels
  /** Whether the file has labels to send, or some were chosen. */
  readonly hasKnown: boolean
  readonly pasted: readonly PastedText[]
  /** Where pasted texts go. */
  readonly textPlace: TextPlace
}

type Send = (items: readonly OutgoingItem[]) => Promise<unknown>

/** Reads the next items while the last ones are sent. */
const sendAll = async ({ engine }: FileToSend, signal: AbortSignal, send: Send): Promise<void> => {
  let next = engine.next()
  for (let items = await next; items && !signal.aborted; items = await next) {
    next = engine.next()
    await send(items)
  }
  signal.throwIfAborted()
}

/** Sends all items of a file, and then the known labels. Items that the stream has already are not sent twice. */
export const sendFile = async (
  client: AskanceClient,
  stream: string,
  file: FileToSend,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(sent: number): void },
): Promise<void> => {
  const params = { path: { stream } }
  const teach: Send = (items) =>
    unwrap(
      client.POST('/v1/streams/{stream}/examples', {
        params,
        body: { items: items as Schemas['Example'][] },
        signal,
      }),
    )
  let sent = 0
  await file.engine.sendItems()
  await sendAll(file, signal, async (items) => {
    const body = { items: items as Schemas['Item'][] }
    await unwrap(client.POST('/v1/streams/{stream}/items', { params, body, signal }))
    sent += items.length
    onProgress(sent)
  })
  if (file.hasKnown) {
    await file.engine.sendExamples(file.known)
    await sendAll(file, signal, teach)
  }
  const { pasted, textPlace } = file
  const examples = pasted.map(({ text, label }, k) => ({
    id: `example ${k + 1}`,
    ...textContent(text, textPlace),
    label,
  }))
  for await (const items of requestBatches(examples)) await teach(items)
}
