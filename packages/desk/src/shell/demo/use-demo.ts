import { type AskanceClient, unwrap } from '@askance/server/client'
import { useEffect, useState } from 'preact/hooks'
import { errorMessage } from '../../parts/problem.js'
import type { AnyQuality } from '../../parts/quality.js'
import { say } from '../../words/say.js'
import { useSession } from '../session.js'

/** The state of `askance demo`; other services have no such route. */
export interface Demo {
  readonly data: 'mails' | 'tickets' | 'table'
  readonly stream: string
  readonly noun: string
  readonly classes: number
  readonly total: number
  readonly arrived: number
  /** Examples that were learned before the first item. */
  readonly taught: number
  readonly state: 'arriving' | 'waiting' | 'paused' | 'finished'
  readonly labeller: { readonly on: boolean; readonly errorRate: number; readonly delay: number }
  readonly answers: { readonly people: number; readonly simulated: number }
  /** True quality of all predictions, and of the latest over time; the demo knows every label. */
  readonly truth: {
    readonly items: number
    readonly accuracy: number
    readonly f1?: number
    readonly curve: readonly number[]
  }
}

export interface DemoChange {
  readonly data?: Demo['data']
  readonly paused?: boolean
  readonly labeller?: Partial<Demo['labeller']>
}

export interface Shown {
  readonly demo: Demo
  /** The estimates of the service, which does not know the true labels. */
  readonly quality: AnyQuality | undefined
}

const PERIOD = 1500

/** Reads or changes the demo. */
const requestDemo = async (client: AskanceClient, change?: DemoChange): Promise<Demo> => {
  const init = change && {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  }
  const response = await client.send('/v1/demo', init)
  const body: unknown = await response.json().catch(() => undefined)
  return unwrap(Promise.resolve({ data: body as Demo, error: body, response }))
}

const requestShown = async (client: AskanceClient, change?: DemoChange): Promise<Shown> => {
  const demo = await requestDemo(client, change)
  const params = { path: { stream: demo.stream } }
  const quality = await unwrap(client.GET('/v1/streams/{stream}/quality', { params })).catch(() => undefined)
  return { demo, quality }
}

/** Whether this is a demo. The page is marked, so other services get no needless requests. */
export const isDemo = (): boolean => document.documentElement.dataset.demo !== undefined

/** The stream of the demo; it changes with the data. */
export const demoStream = async (client: AskanceClient): Promise<string> => (await requestDemo(client)).stream

/** Polls the demo. */
export const useDemo = () => {
  const { client } = useSession()
  const [shown, setShown] = useState<Shown>()
  const [news, setNews] = useState('')
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHere = true
    const look = async () => {
      const found = await requestShown(client).catch(() => undefined)
      if (!isHere) return
      if (found) setShown(found)
      timer = setTimeout(() => void look(), PERIOD)
    }
    void look()
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [client])
  const change = async (wanted: DemoChange): Promise<Demo | undefined> => {
    // Other data may be downloaded first.
    setNews(wanted.data ? say('demo.opening') : '')
    try {
      const found = await requestShown(client, wanted)
      setShown(found)
      setNews('')
      return found.demo
    } catch (error) {
      setNews(say('common.failed', { reason: errorMessage(error) }))
      return undefined
    }
  }
  return { shown, news, change }
}
