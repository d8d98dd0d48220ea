import { useState } from 'preact/hooks'
import { formatCount } from '../../parts/numbers.js'
import { say } from '../../words/say.js'
import type { Facts } from '../engine/messages.js'
import { shareText } from '../figures.js'
import { metricName, parseShares, type RunDraft, rowCount } from '../run-draft.js'
import { ProtocolDialog } from './protocol-dialog.js'

interface ProtocolProps {
  readonly facts: Facts
  readonly draft: RunDraft
  readonly disabled: boolean
  onChange(draft: RunDraft): void
}

/** Summary of the run settings. */
export const ProtocolFacts = ({ facts, draft, disabled, onChange }: ProtocolProps) => {
  const [isOpen, setOpen] = useState(false)
  const shares = parseShares(draft.shares)
  const [from, to] = [shares[0], shares.at(-1)]
  const rows = rowCount(draft, facts.items)
  const entries: readonly (readonly [string, string])[] = [
    [say('lab.protocol.runs'), draft.runs],
    [
      say('lab.protocol.shares'),
      from === to
        ? shareText(from ?? 1)
        : say('lab.protocol.sharesText', { from: shareText(from ?? 1), to: shareText(to ?? 1) }),
    ],
    [say('lab.protocol.metric'), metricName(draft.metric, draft.positive)],
    [say('lab.protocol.tuning'), say(`lab.protocol.${draft.tuning}`)],
    [
      say('lab.protocol.rows'),
      rows < facts.items
        ? say('lab.protocol.firstRows', { rows: formatCount(rows), items: formatCount(facts.items) })
        : say('lab.protocol.allRows', { rows: formatCount(rows) }),
    ],
    [say('lab.protocol.seed'), draft.seed],
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
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ProtocolDialog
        facts={facts}
        draft={draft}
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
