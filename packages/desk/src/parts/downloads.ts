import { type AskanceClient, type operations, unwrap } from '@askance/server/client'
import { saveFile } from './save-file.js'

/** The formats of labelled items. */
export type ItemFormat = NonNullable<
  NonNullable<operations['exportLabelled']['parameters']['query']>['format']
>

/** Uses fetch, because a plain link would not send the token. */
const toBlob = (data: unknown): Blob => {
  if (!(data instanceof Blob)) throw new TypeError('no file came')
  return data
}

export const downloadModel = async (client: AskanceClient, stream: string): Promise<void> => {
  const params = { path: { stream } }
  const data = await unwrap(client.GET('/v1/streams/{stream}/model', { params, parseAs: 'blob' }))
  saveFile(toBlob(data), `${stream}.askance`)
}

export const downloadLog = async (client: AskanceClient, stream: string): Promise<void> => {
  const params = { path: { stream } }
  const data = await unwrap(client.GET('/v1/streams/{stream}/log', { params, parseAs: 'blob' }))
  saveFile(toBlob(data), `${stream}.ndjson`)
}

/** All items with their labels: answers, or else predictions. The service names the file. */
export const downloadItems = async (
  client: AskanceClient,
  stream: string,
  format: ItemFormat,
): Promise<void> => {
  const params = { path: { stream }, query: { format } }
  const called = await client.GET('/v1/streams/{stream}/labelled', { params, parseAs: 'blob' })
  const data = await unwrap(Promise.resolve(called))
  const name = /filename\*=UTF-8''(\S+)/.exec(called.response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(toBlob(data), name === undefined ? `${stream}.${format}` : decodeURIComponent(name))
}
