import { type AskanceClient, unwrap } from '@askance/server/client'

/** Hands a file to the person. It was fetched with their token, which a plain link would not send. */
const save = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const blobOf = (data: unknown): Blob => {
  if (!(data instanceof Blob)) throw new TypeError('no file came')
  return data
}

export const downloadModel = async (client: AskanceClient, stream: string): Promise<void> => {
  const params = { path: { stream } }
  const data = await unwrap(client.GET('/v1/streams/{stream}/model', { params, parseAs: 'blob' }))
  save(blobOf(data), `${stream}.askance`)
}

export const downloadLog = async (client: AskanceClient, stream: string): Promise<void> => {
  const params = { path: { stream } }
  const data = await unwrap(client.GET('/v1/streams/{stream}/log', { params, parseAs: 'blob' }))
  save(blobOf(data), `${stream}.ndjson`)
}
