import { unwrap } from '@askance/server/client'
import { useState } from 'preact/hooks'
import { budgetMeaning, units } from '../parts/budget-draft.js'
import { changeStream } from '../parts/change-stream.js'
import { ClassName } from '../parts/class-name.js'
import { Dialog } from '../parts/dialog.js'
import { EditConflict, errorMessage } from '../parts/problem.js'
import type { StreamDetail } from '../shell/follow.js'
import { useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { DeleteStream } from './delete-stream.js'
import { Field } from './field.js'
import { Permissions } from './permissions.js'
import {
  type Draft,
  type DraftErrors,
  draftChanges,
  hasFurtherLimits,
  toDraft,
  validateDraft,
} from './settings.js'
import { Webhooks } from './webhooks.js'

interface SettingsProps {
  readonly stream: StreamDetail
  onClose(): void
  onChange(): void
}

/** Settings that owners can change. */
export const Settings = ({ stream: given, onClose, onChange }: SettingsProps) => {
  const { client } = useSession()
  // The version of the loaded form, to detect concurrent changes.
  const [stream, setStream] = useState(given)
  const [draft, setDraft] = useState(() => toDraft(given.config))
  const [errors, setErrors] = useState<DraftErrors>({})
  const [news, setNews] = useState('')
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))

  const renew = async () => {
    const latest = await unwrap(
      client.GET('/v1/streams/{stream}', { params: { path: { stream: stream.id } } }),
    )
    setStream(latest)
    setDraft(toDraft(latest.config))
  }
  const save = async (event: Event) => {
    event.preventDefault()
    const found = validateDraft(draft)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first !== undefined) return document.getElementById(`set-${first}`)?.focus()
    const change = draftChanges(draft, stream.config)
    if (Object.keys(change).length === 0) return setNews(say('dashboard.settingsForm.nothing'))
    try {
      await changeStream(client, stream, change)
      await renew()
      setNews(say('dashboard.settingsForm.saved'))
      onChange()
    } catch (error) {
      const isOld = error instanceof EditConflict
      if (isOld) await renew().catch(() => undefined)
      setNews(isOld ? say('dashboard.settingsForm.changed') : errorMessage(error))
    }
  }
  return (
    <Dialog title={say('dashboard.settingsForm.title')} open onClose={onClose} class="dashboard settings">
      <form onSubmit={(event) => void save(event)} noValidate>
        <Field id="set-title" label={say('dashboard.settingsForm.name')}>
          <input
            id="set-title"
            class="input"
            maxLength={200}
            value={draft.title}
            onInput={({ currentTarget }) => set({ title: currentTarget.value })}
          />
        </Field>
        <Field id="set-guidelines" label={say('dashboard.settingsForm.guidelines')}>
          <textarea
            id="set-guidelines"
            class="input"
            rows={4}
            maxLength={50_000}
            value={draft.guidelines}
            onInput={({ currentTarget }) => set({ guidelines: currentTarget.value })}
          />
        </Field>
        <BudgetFields draft={draft} set={set} error={errors.budget} />
        {hasFurtherLimits(stream.config.budget) && (
          <p class="hint">{say('dashboard.settingsForm.otherLimits')}</p>
        )}
        {/* The classes of a multi-label stream are fixed. */}
        {!stream.config.multiLabel && <ClassFields classes={stream.config.classes} draft={draft} set={set} />}
        <Field id="set-answers" label={say('dashboard.settingsForm.answers')} error={errors.answers}>
          <input
            id="set-answers"
            class="input short"
            inputMode="numeric"
            value={draft.answers}
            aria-invalid={errors.answers !== undefined}
            aria-describedby={errors.answers === undefined ? undefined : 'set-answers-error'}
            onInput={({ currentTarget }) => set({ answers: currentTarget.value })}
          />
        </Field>
        <label class="tick">
          <input
            type="checkbox"
            checked={draft.paused}
            onChange={() => set({ paused: !draft.paused })}
            aria-describedby="set-paused-hint"
          />{' '}
          {say('dashboard.settingsForm.paused')}
          <span class="hint" id="set-paused-hint">
            {say('dashboard.settingsForm.pausedHint')}
          </span>
        </label>
        <p class="buttons">
          <button type="submit" class="button primary">
            {say('common.save')}
          </button>
          <span role="status" class="small">
            {news}
          </span>
        </p>
      </form>
      <Permissions stream={stream.id} />
      <Webhooks stream={stream} />
      <DeleteStream id={stream.id} />
    </Dialog>
  )
}

interface PartProps {
  readonly draft: Draft
  set(part: Partial<Draft>): void
}

interface BudgetProps extends PartProps {
  readonly error: string | undefined
}

/** The budget and its explanation. */
const BudgetFields = ({ draft: { budget }, set, error }: BudgetProps) => (
  <fieldset class="budget">
    <legend>{say('dashboard.settingsForm.budget')}</legend>
    <Field id="set-budget" label={say('common.budget.amount')} error={error}>
      <input
        id="set-budget"
        class="input short"
        inputMode="decimal"
        value={budget.amount}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : 'set-budget-error'}
        onInput={({ currentTarget }) => set({ budget: { ...budget, amount: currentTarget.value } })}
      />
    </Field>
    <Field id="set-unit" label={say('common.budget.unit')}>
      <select
        id="set-unit"
        class="input"
        value={budget.unit}
        onChange={({ currentTarget }) => {
          const unit = units.find((one) => one === currentTarget.value)
          if (unit) set({ budget: { ...budget, unit, amount: '' } })
        }}
      >
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {say(`common.budget.units.${unit}`)}
          </option>
        ))}
      </select>
    </Field>
    <p class="hint">{budgetMeaning(budget)}</p>
  </fieldset>
)

/** Existing and new classes. Classes cannot be removed, because answers refer to them. */
const ClassFields = ({ classes, draft, set }: PartProps & { readonly classes: readonly string[] }) => {
  const [name, setName] = useState('')
  const [error, setError] = useState<string>()
  const all = [...classes, ...draft.added]
  const add = () => {
    const label = name.trim()
    if (label === '') return
    if (all.includes(label)) return setError(say('dashboard.settingsForm.classError'))
    setError(undefined)
    setName('')
    set({ added: [...draft.added, label] })
  }
  return (
    <div class="field">
      <span class="label" id="set-classes">
        {say('dashboard.settingsForm.classes')}
      </span>
      <ul class="class-list" aria-labelledby="set-classes">
        {all.map((label) => (
          <li key={label}>
            <ClassName classes={all} label={label} />
          </li>
        ))}
      </ul>
      <div class="add">
        <input
          class="input"
          maxLength={200}
          aria-label={say('dashboard.settingsForm.addClass')}
          placeholder={say('dashboard.settingsForm.addClass')}
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.isComposing) return
            event.preventDefault()
            add()
          }}
          onBlur={add}
        />
        <button type="button" class="button" onClick={add}>
          {say('dashboard.settingsForm.add')}
        </button>
      </div>
      {error !== undefined && (
        <span class="fault" role="alert">
          {error}
        </span>
      )}
    </div>
  )
}
