import { type AskanceClient, unwrap } from '@askance/server/client'
import { saveFile } from '../parts/save-file.js'

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
