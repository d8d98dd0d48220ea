import type { AskanceClient } from '@askance/server/client'
import { useEffect, useState } from 'preact/hooks'
import { hasRole, useSession } from '../shell/session.js'
import { RichText, say } from '../words/say.js'
import { formatPercent } from './numbers.js'

/** The state of `askance demo`; other services have no such route. */
interface Demo {
  readonly stream: string
  readonly total: number
  readonly arrived: number
  readonly state: 'arriving' | 'waiting' | 'paused' | 'finished'
  readonly labeller: { readonly on: boolean; readonly errorRate: number; readonly delay: number }
  /** True quality of all predictions; the demo knows every label. */
  readonly truth: { readonly items: number; readonly accuracy: number; readonly f1: number }
}

interface DemoChange {
  readonly paused?: boolean
  readonly labeller?: Partial<Demo['labeller']>
}

const PERIOD = 2000

const isDemo = (value: unknown): value is Demo =>
  typeof value === 'object' && value !== null && 'arrived' in value && 'labeller' in value

/** Reads or changes the demo; undefined without one. */
const requestDemo = async (client: AskanceClient, change?: DemoChange): Promise<Demo | undefined> => {
  const init = change && {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  }
  const response = await client.send('/v1/demo', init)
  const found: unknown = response.ok ? await response.json() : undefined
  return isDemo(found) ? found : undefined
}

/** The demo marks its page, so other services get no needless requests. */
const isDemoPage = (): boolean => document.documentElement.hasAttribute('data-demo')

/** Polls the demo. */
const useDemo = (stream: string) => {
  const { client } = useSession()
  const [demo, setDemo] = useState<Demo>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let isHere = true
    const look = async () => {
      const found = await requestDemo(client).catch(() => undefined)
      if (!isHere) return
      if (found) setDemo(found.stream === stream ? found : undefined)
      timer = setTimeout(() => void look(), PERIOD)
    }
    if (isDemoPage()) void look()
    return () => {
      isHere = false
      clearTimeout(timer)
    }
  }, [client, stream])
  const change = async (wanted: DemoChange) => {
    const found = await requestDemo(client, wanted).catch(() => undefined)
    if (found) setDemo(found)
  }
  return { demo, change: (wanted: DemoChange) => void change(wanted) }
}

const errorRates = [0, 0.02, 0.05, 0.1, 0.2]
const delays = [0, 0.2, 0.5, 1, 2, 5]

/** Adds the current value to the choices. */
const withCurrent = (choices: readonly number[], set: number): readonly number[] =>
  choices.includes(set) ? choices : [...choices, set].toSorted((a, b) => a - b)

interface ChoiceProps {
  readonly name: string
  readonly choices: readonly number[]
  readonly value: number
  text(value: number): string
  onChange(value: number): void
}

const Choice = ({ name, choices, value, text, onChange }: ChoiceProps) => (
  <label class="tuning">
    {name}{' '}
    <select value={value} onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}>
      {withCurrent(choices, value).map((choice) => (
        <option key={choice} value={choice}>
          {text(choice)}
        </option>
      ))}
    </select>
  </label>
)

interface DemoBarProps {
  readonly stream: string
  /** Whether to show the true quality. */
  readonly withTruth?: boolean
}

/** Progress and controls of the demo. */
export const DemoBar = ({ stream, withTruth = false }: DemoBarProps) => {
  const { demo, change } = useDemo(stream)
  const { me } = useSession()
  if (!demo) return null
  const { arrived, total, state, labeller, truth } = demo
  return (
    <section class="demo-bar" aria-label={say('label.demo.title')}>
      <span class="how-far">
        {say(`label.demo.${state}`, { arrived, total })}
        <progress max={total} value={arrived} aria-label={say('label.demo.progress')} />
      </span>
      {withTruth && truth.items > 0 && (
        <span class="truth" title={say('label.demo.truthHint')}>
          <RichText
            k="label.demo.truth"
            f1={formatPercent(truth.f1)}
            accuracy={formatPercent(truth.accuracy)}
          />
        </span>
      )}
      {hasRole(me.role, 'owner') && (
        <>
          {state !== 'finished' && (
            <button type="button" class="button quiet" onClick={() => change({ paused: state !== 'paused' })}>
              {say(state === 'paused' ? 'label.demo.resume' : 'label.demo.pause')}
            </button>
          )}
          <label>
            <input
              type="checkbox"
              checked={labeller.on}
              onChange={() => change({ labeller: { on: !labeller.on } })}
            />{' '}
            {say('label.demo.labeller')}
          </label>
          {labeller.on && (
            <>
              <Choice
                name={say('label.demo.errors')}
                choices={errorRates}
                value={labeller.errorRate}
                text={(value) => say('common.percent', { value: Math.round(100 * value) })}
                onChange={(errorRate) => change({ labeller: { errorRate } })}
              />
              <Choice
                name={say('label.demo.delay')}
                choices={delays}
                value={labeller.delay}
                text={(value) => say('label.demo.seconds', { value })}
                onChange={(delay) => change({ labeller: { delay } })}
              />
            </>
          )}
        </>
      )}
    </section>
  )
}
