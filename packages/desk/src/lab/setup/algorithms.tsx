import { useState } from 'preact/hooks'
import { say } from '../../words/say.js'
import type { Facts } from '../engine/messages.js'
import { LineSample } from '../line-sample.js'
import { assignLooks } from '../look.js'
import { Browse } from './browse.js'

interface AlgorithmsProps {
  readonly facts: Facts | undefined
  readonly ticked: readonly string[]
  /** The selected algorithm. */
  readonly chosen: string | undefined
  readonly disabled: boolean
  onTick(name: string): void
}

/** The usual and added algorithms and the two baselines. */
export const Algorithms = ({ facts, ticked, chosen, disabled, onTick }: AlgorithmsProps) => {
  const [isOpen, setOpen] = useState(false)
  const listed =
    facts?.algorithms.filter(({ name }) => facts.listed.includes(name) || ticked.includes(name)) ?? []
  const drawn = [
    ...ticked.map((name) => ({ name, role: 'compared' as const })),
    { name: ' random', role: 'random' as const },
    { name: ' supervised', role: 'supervised' as const },
  ]
  const looks = assignLooks(drawn, chosen)
  return (
    <section aria-labelledby="lab-algorithms">
      <div class="side-head">
        <h2 id="lab-algorithms">{say('lab.algorithms.title')}</h2>
        {facts && (
          <button type="button" class="as-link" disabled={disabled} onClick={() => setOpen(true)}>
            {say('lab.algorithms.browse')}
          </button>
        )}
      </div>
      <ul class="algorithms">
        {listed.map(({ name, asks }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                checked={ticked.includes(name)}
                disabled={disabled}
                onChange={() => onTick(name)}
              />
              <LineSample look={looks.get(name)} />
              <span>
                <b>{name}</b>
                <small title={asks}>{asks}</small>
              </span>
            </label>
          </li>
        ))}
        {(['random', 'supervised'] as const).map((role) => (
          <li key={role}>
            <label>
              <input type="checkbox" checked disabled />
              <LineSample look={looks.get(` ${role}`)} />
              <span>
                <b>{say(`lab.algorithms.${role}`)}</b>
                <small>{say('lab.algorithms.baseline')}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
      {!facts && <p class="hint">{say('lab.algorithms.wait')}</p>}
      {facts && ticked.length === 0 && <p class="fault">{say('lab.algorithms.none')}</p>}
      {facts && (
        <Browse facts={facts} ticked={ticked} open={isOpen} onTick={onTick} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}
