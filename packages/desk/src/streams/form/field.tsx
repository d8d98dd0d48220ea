import type { ComponentChildren } from 'preact'
import { say } from '../../words/say.js'
import type { Field as FieldName, FormErrors } from './form.js'
import type { PartProps } from './parts.js'

/** The id of the control of a field. */
export const controlId = (field: FieldName): string => `new-${field}`

/** The id of the hint or error below a control. */
export const hintId = (field: FieldName): string => `${controlId(field)}-below`

interface FieldProps {
  readonly name: FieldName
  readonly label: string
  readonly hint?: ComponentChildren
  readonly errors: FormErrors
  readonly children: ComponentChildren
}

/** A labelled control with hint or error. */
export const Field = ({ name, label, hint, errors, children }: FieldProps) => (
  <div class="field">
    <label for={controlId(name)}>{label}</label>
    {children}
    <Below name={name} hint={hint} errors={errors} />
  </div>
)

export const Below = ({ name, hint, errors }: Pick<FieldProps, 'name' | 'hint' | 'errors'>) => {
  const error = errors.get(name)
  const id = hintId(name)
  if (error !== undefined)
    return (
      <span class="fault" id={id}>
        {error}
      </span>
    )
  return hint === undefined ? null : (
    <span class="hint" id={id}>
      {hint}
    </span>
  )
}

/** Common attributes of all controls. */
export const controlProps = (name: FieldName, errors: FormErrors) => ({
  id: controlId(name),
  'aria-invalid': errors.has(name),
  'aria-describedby': hintId(name),
})

interface InputProps extends Omit<FieldProps, 'children'> {
  readonly value: string
  readonly placeholder?: string
  readonly numeric?: boolean
  /** Suggested values. */
  readonly values?: readonly number[] | undefined
  onInput(value: string): void
}

/** A single-line input. */
export const InputField = ({ value, placeholder, numeric, values, onInput, ...field }: InputProps) => {
  const list = `${controlId(field.name)}-values`
  return (
    <Field {...field}>
      <input
        {...controlProps(field.name, field.errors)}
        type="text"
        list={values && list}
        class={`input${numeric ? ' mono' : ''}`}
        autocomplete="off"
        inputMode={numeric ? 'decimal' : 'text'}
        value={value}
        {...(placeholder !== undefined && { placeholder })}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {values && (
        <datalist id={list}>
          {values.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </Field>
  )
}

interface NumberProps extends Pick<PartProps, 'form' | 'errors' | 'set'> {
  readonly name: 'answersPerItem' | 'seed' | 'expireHours' | 'leaseSeconds'
}

/** A numeric field with the texts of its name. */
export const NumberField = ({ name, form, errors, set }: NumberProps) => (
  <InputField
    name={name}
    label={say(`streams.field.${name}`)}
    hint={say(`streams.field.${name}Hint`)}
    errors={errors}
    numeric
    value={form[name]}
    onInput={(value) => set({ [name]: value })}
  />
)

interface CheckProps {
  readonly label: string
  readonly hint: string
  readonly checked: boolean
  onChange(checked: boolean): void
}

export const Check = ({ label, hint, checked, onChange }: CheckProps) => (
  <label class="check">
    <input
      type="checkbox"
      checked={checked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span>
      <b>{label}</b>
      <span>{hint}</span>
    </span>
  </label>
)

interface ChoiceProps<Value extends string> {
  readonly id?: string
  readonly label?: string
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  onChange(value: Value): void
}

/** A select. */
export const Choice = <Value extends string>({ id, label, value, options, onChange }: ChoiceProps<Value>) => (
  <select
    class="input"
    value={value}
    {...(id !== undefined && { id })}
    {...(label !== undefined && { 'aria-label': label })}
    onChange={({ currentTarget }) => {
      const chosen = options[currentTarget.selectedIndex]?.[0]
      if (chosen !== undefined) onChange(chosen)
    }}
  >
    {options.map(([option, text]) => (
      <option key={option} value={option}>
        {text}
      </option>
    ))}
  </select>
)
