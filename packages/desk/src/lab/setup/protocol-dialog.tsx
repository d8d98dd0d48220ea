import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Dialog } from '../../parts/dialog.js'
import { say } from '../../words/say.js'
import type { Facts } from '../engine/messages.js'
import {
  metricName,
  metricsFor,
  type RunDraft,
  type RunDraftErrors,
  type RunField,
  validateRunDraft,
} from '../run-draft.js'

interface ProtocolDialogProps {
  readonly facts: Facts
  readonly draft: RunDraft
  readonly open: boolean
  onSave(draft: RunDraft): void
  onClose(): void
}

export const ProtocolDialog = ({ open, ...rest }: ProtocolDialogProps) => (
  <Dialog title={say('lab.protocol.title')} open={open} onClose={rest.onClose} class="lab edit">
    <ProtocolForm {...rest} />
  </Dialog>
)

const tunings = ['none', 'quick'] as const

const ProtocolForm = ({ facts, draft, onSave, onClose }: Omit<ProtocolDialogProps, 'open'>) => {
  const [typed, setTyped] = useState(draft)
  const [errors, setErrors] = useState<RunDraftErrors>(new Map())
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const set = (change: Partial<RunDraft>) => setTyped({ ...typed, ...change })
  const submit = (event: Event) => {
    event.preventDefault()
    const found = validateRunDraft(typed)
    setErrors(found)
    if (found.size === 0) onSave(typed)
  }
  const text = (name: RunField, label: string, hint: string) => (
    <TextField
      name={name}
      label={label}
      hint={hint}
      error={errors.get(name)}
      value={typed[name]}
      onInput={(value) => set({ [name]: value })}
    />
  )
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <div class="fields">
        {text('runs', say('lab.protocol.runs'), say('lab.protocol.runsHint'))}
        {text('shares', say('lab.protocol.shares'), say('lab.protocol.sharesHint'))}
        <Field id="lab-metric" label={say('lab.protocol.metric')} below={say('lab.protocol.metricHint')}>
          <select
            id="lab-metric"
            class="input"
            aria-describedby="lab-metric-below"
            value={typed.metric}
            onChange={({ currentTarget }) => {
              const metric = metricsFor(facts.classes.length)[currentTarget.selectedIndex]
              if (metric) set({ metric })
            }}
          >
            {metricsFor(facts.classes.length).map((metric) => (
              <option key={metric} value={metric}>
                {metricName(metric, typed.positive)}
              </option>
            ))}
          </select>
        </Field>
        <Field id="lab-tuning" label={say('lab.protocol.tuning')} below={say('lab.protocol.tuningHint')}>
          <select
            id="lab-tuning"
            class="input"
            aria-describedby="lab-tuning-below"
            value={typed.tuning}
            onChange={({ currentTarget }) => set({ tuning: tunings[currentTarget.selectedIndex] ?? 'none' })}
          >
            {tunings.map((tuning) => (
              <option key={tuning} value={tuning}>
                {say(`lab.protocol.${tuning}`)}
              </option>
            ))}
          </select>
        </Field>
        {text('rows', say('lab.protocol.rows'), say('lab.protocol.rowsHint'))}
        {text('seed', say('lab.protocol.seed'), say('lab.protocol.seedHint'))}
      </div>
      <p class="acts">
        <button type="submit" class="button primary">
          {say('lab.protocol.save')}
        </button>
        <button type="button" class="button quiet" onClick={onClose}>
          {say('common.cancel')}
        </button>
      </p>
    </form>
  )
}

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly below: string
  readonly isError?: boolean
  readonly children: ComponentChildren
}

const Field = ({ id, label, below, isError = false, children }: FieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    <span class={isError ? 'fault' : 'hint'} id={`${id}-below`}>
      {below}
    </span>
  </div>
)

interface TextFieldProps {
  readonly name: RunField
  readonly label: string
  readonly hint: string
  readonly error: string | undefined
  readonly value: string
  onInput(value: string): void
}

const TextField = ({ name, label, hint, error, value, onInput }: TextFieldProps) => {
  const id = `lab-${name}`
  return (
    <Field id={id} label={label} below={error ?? hint} isError={error !== undefined}>
      <input
        id={id}
        class="input"
        type="text"
        inputMode={name === 'shares' ? 'text' : 'numeric'}
        autocomplete="off"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-below`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </Field>
  )
}
