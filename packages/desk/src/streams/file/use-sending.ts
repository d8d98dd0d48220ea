import { type Schemas, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { navigate } from '../../shell/navigation.js'
import { useSession } from '../../shell/session.js'
import { type FileToSend, sendFile } from './send.js'

export interface Sending {
  /** Items sent so far; undefined if nothing is sent. */
  readonly sent: number | undefined
  readonly error: unknown
  /** Creates the stream, unless it exists from an attempt that failed, sends the file and opens the desk. */
  start(body: Schemas['NewStream'], file: FileToSend): Promise<void>
  /** Stops and deletes the stream. */
  cancel(): Promise<void>
}

/** Sends a file while the page is open. */
export const useSending = (): Sending => {
  const { client } = useSession()
  const [sent, setSent] = useState<number>()
  const [error, setError] = useState<unknown>()
  const control = useRef<AbortController>(undefined)
  const made = useRef<string>(undefined)
  useEffect(() => {
    if (sent === undefined) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [sent === undefined])

  const remove = async (): Promise<void> => {
    const stream = made.current
    made.current = undefined
    if (stream !== undefined)
      await unwrap(client.DELETE('/v1/streams/{stream}', { params: { path: { stream } } }))
  }
  const stop = async (): Promise<void> => {
    control.current?.abort()
    await remove()
  }
  // Whoever leaves the page while items are sent does not want half a file.
  useEffect(() => () => void stop().catch(() => undefined), [])
  return {
    sent,
    error,
    start: async (body, file) => {
      const own = new AbortController()
      control.current = own
      setError(undefined)
      if (made.current === undefined) made.current = (await unwrap(client.POST('/v1/streams', { body }))).id
      const stream = made.current
      setSent(0)
      try {
        await sendFile(client, stream, file, { signal: own.signal, onProgress: setSent })
        made.current = undefined
        navigate({ view: 'desk', stream })
      } catch (cause) {
        setSent(undefined)
        if (!own.signal.aborted) setError(cause)
      }
    },
    cancel: async () => {
      setSent(undefined)
      setError(undefined)
      await stop().catch(setError)
    },
  }
}
