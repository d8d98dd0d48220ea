import { useState } from 'preact/hooks'
import { counted } from '../../parts/numbers.js'
import { say } from '../../words/say.js'
import type { Facts } from '../engine/messages.js'
import { shareText } from '../figures.js'
import { metricName, rowsOf, sharesFrom, type Wishes } from '../wishes.js'
import { ProtocolDialog } from './protocol-dialog.js'

interface ProtocolProps {
  readonly facts: Facts
  readonly wishes: Wishes
  readonly disabled: boolean
  onChange(wishes: Wishes): void
}

/** How it is compared, at a glance. */
export const ProtocolFacts = ({ facts, wishes, disabled, onChange }: ProtocolProps) => {
  const [isOpen, setOpen] = useState(false)
  const shares = sharesFrom(wishes.shares)
  const [from, to] = [shares[0], shares.at(-1)]
  const rows = rowsOf(wishes, facts.items)
  const said: readonly (readonly [string, string])[] = [
    [say('lab.protocol.runs'), wishes.runs],
    [
      say('lab.protocol.shares'),
      from === to
        ? shareText(from ?? 1)
        : say('lab.protocol.sharesText', { from: shareText(from ?? 1), to: shareText(to ?? 1) }),
    ],
    [say('lab.protocol.metric'), metricName(wishes.metric, wishes.positive)],
    [say('lab.protocol.tuning'), say(`lab.protocol.${wishes.tuning}`)],
    [
      say('lab.protocol.rows'),
      rows < facts.items
        ? say('lab.protocol.firstRows', { rows: counted(rows), items: counted(facts.items) })
        : say('lab.protocol.allRows', { rows: counted(rows) }),
    ],
    [say('lab.protocol.seed'), wishes.seed],
  ]
  return (
    <section aria-labelledby="lab-protocol">
      <div class="side-head">
        <h2 id="lab-protocol">{say('lab.protocol.title')}</h2>
        <button type="button" class="as-link" disabled={disabled} onClick={() => setOpen(true)}>
          {say('lab.protocol.edit')}
          <span class="unseen">: {say('lab.protocol.title')}</span>
        </button>
      </div>
      <dl class="protocol">
        {said.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ProtocolDialog
        facts={facts}
        wishes={wishes}
        open={isOpen}
        onSave={(changed) => {
          onChange(changed)
          setOpen(false)
        }}
        onClose={() => setOpen(false)}
      />
    </section>
  )
}
