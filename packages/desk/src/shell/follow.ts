import { type AskanceClient, type StreamEvent, unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type Loaded, useLoaded } from '../parts/loaded.js'
import { useSession } from './session.js'

const readStream = (client: AskanceClient, stream: string, signal: AbortSignal) =>
  unwrap(client.GET('/v1/streams/{stream}', { params: { path: { stream } }, signal }))

/** A stream with its status. */
export type StreamDetail = Awaited<ReturnType<typeof readStream>>

export const useStream = (id: string): Loaded<StreamDetail> => {
  const { client } = useSession()
  return useLoaded((signal) => readStream(client, id, signal), [client, id])
}

/** Subscribes to the events of a stream while the view is open. Returns whether it is connected. */
export const useEvents = (stream: string, onEvent: (event: StreamEvent) => void, sample = 20): boolean => {
  const { client } = useSession()
  const latest = useRef(onEvent)
  latest.current = onEvent
  const [connected, setConnected] = useState(false)
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const onConnection = (is: boolean): void => {
      if (!signal.aborted) setConnected(is)
    }
    const listen = async () => {
      for await (const event of client.events(stream, { signal, sample, onConnection })) latest.current(event)
    }
    listen().catch(() => onConnection(false))
    return () => control.abort()
  }, [client, stream, sample])
  return connected
}

/** Throttles a callback, including the trailing call. */
export const useThrottled = (call: () => void, milliseconds: number): (() => void) => {
  const latest = useRef(call)
  latest.current = call
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  return () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined
      latest.current()
    }, milliseconds)
  }
}
