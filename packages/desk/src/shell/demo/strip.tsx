import { useMedia } from '../../parts/media.js'
import { Menu } from '../../parts/menu.js'
import { formatPercent } from '../../parts/numbers.js'
import { RichText, say } from '../../words/say.js'
import { navigate } from '../navigation.js'
import { hasRole, useSession } from '../session.js'
import { Curve } from './curve.js'
import { demoSentence } from './sentence.js'
import { type Demo, type DemoChange, useDemo } from './use-demo.js'

/** Where the desk shows no keys. */
const PHONE = '(max-width: 640px)'
const errorRates = [0, 0.02, 0.05, 0.1, 0.2]
const delays = [0, 0.2, 0.5, 1, 2, 5]
const data = ['mails', 'tickets', 'table'] as const

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
  <label onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
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

interface ControlsProps {
  readonly demo: Demo
  onChange(change: DemoChange): void
}

const Controls = ({ demo: { labeller, state, data: current }, onChange }: ControlsProps) => (
  <>
    <label class="labeller">
      <input
        type="checkbox"
        checked={labeller.on}
        onChange={() => onChange({ labeller: { on: !labeller.on } })}
      />{' '}
      {say('demo.labeller')}
    </label>
    <Menu label={say('demo.more')}>
      {state !== 'finished' && (
        <button type="button" onClick={() => onChange({ paused: state !== 'paused' })}>
          {say(state === 'paused' ? 'demo.resume' : 'demo.pause')}
        </button>
      )}
      <Choice
        name={say('demo.errors')}
        choices={errorRates}
        value={labeller.errorRate}
        text={(value) => say('common.percent', { value: Math.round(100 * value) })}
        onChange={(errorRate) => onChange({ labeller: { errorRate } })}
      />
      <Choice
        name={say('demo.delay')}
        choices={delays}
        value={labeller.delay}
        text={(value) => say('demo.seconds', { value })}
        onChange={(delay) => onChange({ labeller: { delay } })}
      />
      <p class="menu-heading">{say('demo.data')}</p>
      {data.map((name) => (
        <button
          key={name}
          type="button"
          {...(name === current && { 'aria-current': true })}
          onClick={() => onChange({ data: name })}
        >
          {say(`demo.with.${name}`)}
        </button>
      ))}
    </Menu>
  </>
)

/** Progress and controls of the demo, on every page of it. */
export const DemoStrip = () => {
  const { shown, news, change } = useDemo()
  const { me } = useSession()
  const isPhone = useMedia(PHONE)
  if (!shown) return <section class="demo-strip" aria-label={say('demo.title')} />
  const { demo } = shown
  const { arrived, total, state, noun, truth } = demo
  const { key, values } = demoSentence(shown, !isPhone)
  const recent =
    truth.curve.length > 1
      ? say('demo.recent', { share: formatPercent(truth.curve.at(-1) ?? 0).replace(/\.0$/, '') })
      : undefined
  const onChange = async (wanted: DemoChange) => {
    const changed = await change(wanted)
    if (changed && wanted.data) navigate({ view: 'desk', stream: changed.stream })
  }
  return (
    <section class="demo-strip" aria-label={say('demo.title')}>
      <span class="how-far">
        <progress max={total} value={arrived} aria-label={say('demo.progress')} />
        {say(`demo.state.${state}`, { arrived, total, noun })}
      </span>
      <p class="sentence">
        {/* The sentence itself is not announced: its numbers change every second. */}
        <span role="status">{news}</span>
        {news === '' && <RichText k={key} {...values} />}
        {/* There is no room for the curve. */}
        {isPhone && recent !== undefined && key.endsWith('.early') && ` ${recent}.`}
      </p>
      {recent !== undefined && (
        <span class="truth" title={say('demo.truthHint', { noun })}>
          <Curve values={truth.curve} title={say('demo.curve', { noun })} />
          {recent}
        </span>
      )}
      {hasRole(me.role, 'owner') && <Controls demo={demo} onChange={(wanted) => void onChange(wanted)} />}
    </section>
  )
}
