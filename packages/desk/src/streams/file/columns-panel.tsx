import type { ColumnRole } from '@askance/data'
import { Scrolling } from '../../parts/scrolling.js'
import { say } from '../../words/say.js'
import type { Understood } from './engine/messages.js'

const roles = ['label', 'text', 'id', 'number', 'date', 'datetime', 'category', 'vector', 'ignore'] as const

interface ColumnsPanelProps {
  readonly understood: Understood
  readonly isBusy: boolean
  onRole(column: string, role: ColumnRole): void
}

/** How the file was understood; every column can be corrected. */
export const ColumnsPanel = ({ understood, isBusy, onRole }: ColumnsPanelProps) => {
  const { columns, preview, notes, format } = understood
  return (
    <section class="panel columns" aria-labelledby="columns-title">
      <div class="panel-head">
        <h2 id="columns-title">{say(columns.length > 0 ? 'streams.file.columns' : 'streams.file.items')}</h2>
        <span class="note">{say('streams.file.format', { format })}</span>
      </div>
      {columns.length > 0 ? (
        <Scrolling class="columns-scroll" label={say('streams.file.columnTable')}>
          <ColumnTable understood={understood} isBusy={isBusy} onRole={onRole} />
        </Scrolling>
      ) : (
        <ul class="preview">
          {preview.map((text, k) => (
            <li key={k}>{text}</li>
          ))}
        </ul>
      )}
      {notes.map((note) => (
        <p key={note} class="hint">
          {note}
        </p>
      ))}
    </section>
  )
}

const ColumnTable = ({ understood: { columns }, isBusy, onRole }: ColumnsPanelProps) => (
  <table class="table" aria-busy={isBusy}>
    <thead>
      <tr>
        <th scope="col">{say('streams.file.column')}</th>
        <th scope="col">{say('streams.file.role')}</th>
        <th scope="col">{say('streams.file.samples')}</th>
        <th scope="col">{say('streams.file.why')}</th>
      </tr>
    </thead>
    <tbody>
      {columns.map(({ name, role, why, samples }, k) => (
        <tr key={`${k} ${name}`} data-role={role}>
          <th scope="row">{name === '' ? say('streams.file.unnamed') : name}</th>
          <td>
            <select
              class="input"
              aria-label={say('streams.file.roleOf', { name })}
              value={role}
              onChange={({ currentTarget }) => {
                const chosen = roles[currentTarget.selectedIndex]
                if (chosen) onRole(name, chosen)
              }}
            >
              {roles.map((one) => (
                <option key={one} value={one}>
                  {say(`streams.file.roles.${one}`)}
                </option>
              ))}
            </select>
          </td>
          <td class="samples">
            {samples.map((sample) => (
              <span key={sample}>{sample}</span>
            ))}
          </td>
          <td class="muted">{why}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
