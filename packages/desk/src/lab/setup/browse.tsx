import { citations } from '@askance/core/internals'
import { useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.js'
import { SearchInput } from '../../parts/search-input.js'
import { say } from '../../words/say.js'
import type { Choice, Facts } from '../engine/messages.js'

interface BrowseProps {
  readonly facts: Facts
  readonly ticked: readonly string[]
  readonly open: boolean
  onTick(name: string): void
  onClose(): void
}

const paperCitation = (paper: string): string => (Object.hasOwn(citations, paper) ? citations[paper]! : paper)

const isMeant = ({ name, asks, learns, paper }: Choice, wanted: string): boolean => {
  const text = `${name} ${asks} ${learns} ${paperCitation(paper)}`.toLowerCase()
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** All algorithms for this number of classes, with description and source. */
export const Browse = ({ facts, ticked, open, onTick, onClose }: BrowseProps) => {
  const [wanted, setWanted] = useState('')
  const found = facts.algorithms.filter((choice) => isMeant(choice, wanted))
  return (
    <Dialog title={say('lab.algorithms.title')} open={open} onClose={onClose} class="lab browse">
      <p class="muted small">{say('lab.algorithms.fitting', { count: facts.algorithms.length })}</p>
      <div class="search">
        <SearchInput label={say('lab.algorithms.search')} value={wanted} onInput={setWanted} />
        <span class="hint" role="status">
          {wanted !== '' && say('lab.algorithms.found', { count: found.length })}
        </span>
      </div>
      <ul class="choices">
        {found.map(({ name, asks, learns, paper }) => (
          <li key={name}>
            <label>
              <input type="checkbox" checked={ticked.includes(name)} onChange={() => onTick(name)} />
              <span>
                <b>{name}</b>{' '}
                {facts.defaults.includes(name) && <i class="usual">{say('lab.algorithms.default')}</i>}
                <span>{say('lab.algorithms.asks', { text: asks })}</span>
                <span>{say('lab.algorithms.learns', { text: learns })}</span>
                <small>{paperCitation(paper)}</small>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
