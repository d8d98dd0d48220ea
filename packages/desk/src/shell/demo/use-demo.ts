import { type AskanceClient, unwrap } from '@askance/server/client'
import { useEffect, useState } from 'preact/hooks'
import type { AnyQuality } from '../../parts/quality.js'
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

const isDemo = (value: unknown): value is Demo =>
  typeof value === 'object' && value !== null && 'arrived' in value && 'labeller' in value

/** Reads or changes the demo; undefined without one. */
const requestDemo = async (client: AskanceClient, change?: DemoChange): Promise<Shown | undefined> => {
  const init = change && {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  }
  const response = await client.send('/v1/demo', init)
  const demo: unknown = response.ok ? await response.json() : undefined
  if (!isDemo(demo)) return undefined
  const params = { path: { stream: demo.stream } }
  const quality = await unwrap(client.GET('/v1/streams/{stream}/quality', { params })).catch(() => undefined)
  return { demo, quality }
}

/** The stream of the demo, if this is one. The page is marked, so other services get no needless requests. */
export const demoStream = (): string | undefined => document.documentElement.dataset.demo

/** Polls the demo. */
export const useDemo = () => {
  const { client } = useSession()
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHere = true
    const look = async () => {
      const found = await requestDemo(client).catch(() => undefined)
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
    const found = await requestDemo(client, wanted).catch(() => undefined)
    if (found) setShown(found)
    return found?.demo
  }
  return { shown, change }
}
