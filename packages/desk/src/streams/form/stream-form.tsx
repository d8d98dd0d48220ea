import { slugify } from '@askance/core/internals'
import { ProblemError, type Schemas } from '@askance/server/client'
import { useEffect, useState } from 'preact/hooks'
import { Problem } from '../../parts/problem.js'
import { Link } from '../../shell/navigation.js'
import { say } from '../../words/say.js'
import { Advanced, ObjectiveFields } from './advanced.js'
import { AlgorithmField } from './algorithm-field.js'
import { BudgetField } from './budget-field.js'
import { Chips } from './chips.js'
import { Check, controlId, controlProps, Field, InputField, NumberField } from './field.js'
import {
  type Algorithm,
  AUTO,
  editableParameters,
  type Form,
  type FormErrors,
  fittingAlgorithms,
  modelClasses,
  positiveClass,
  toRequest,
  validateForm,
} from './form.js'
import { ItemKindField } from './item-kind.js'
import { serverErrors } from './server-errors.js'

interface StreamFormProps {
  readonly form: Form
  readonly algorithms: readonly Algorithm[]
  onChange(form: Form): void
  create(body: Schemas['NewStream']): Promise<void>
}

const noErrors: FormErrors = new Map()

const isAdvanced = (field: string): boolean =>
  ['horizon', 'seed', 'expireHours', 'leaseSeconds'].includes(field) || field.startsWith('parameter-')

/** Resets an algorithm that does not support the number of classes. */
const fitted = (form: Form, algorithms: readonly Algorithm[]): Form => {
  const fits = fittingAlgorithms(algorithms, modelClasses(form)).some(({ name }) => name === form.algorithm)
  return fits || form.algorithm === AUTO ? form : { ...form, algorithm: AUTO, parameters: {} }
}

export const StreamForm = ({ form, algorithms, onChange, create }: StreamFormProps) => {
  const [errors, setErrors] = useState(noErrors)
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(Object.keys(form.parameters).length > 0)
  const algorithm = algorithms.find(({ name }) => name === form.algorithm)
  const set = (change: Partial<Form>): void => onChange(fitted({ ...form, ...change }, algorithms))
  useEffect(() => {
    const [first] = errors.keys()
    if (first !== undefined) document.getElementById(controlId(first))?.focus()
  }, [errors])
  const show = (found: FormErrors): void => {
    if ([...found.keys()].some(isAdvanced)) setOpen(true)
    setErrors(found)
  }
  const submit = async (event: Event) => {
    event.preventDefault()
    setError(undefined)
    const found = validateForm(form, algorithm)
    show(found)
    if (found.size > 0) return
    setBusy(true)
    try {
      await create(toRequest(form, algorithm))
    } catch (cause) {
      const refused =
        cause instanceof ProblemError ? serverErrors(cause.problem, slugify(form.title)) : noErrors
      const shown = new Map([...refused].filter(([field]) => isShown(field, form, algorithm)))
      show(shown)
      if (shown.size === 0) setError(cause)
    }
    setBusy(false)
  }
  const part = { form, errors, algorithm, set }
  const positive = positiveClass(form)
  const id = slugify(form.title)
  return (
    <form class="new-form" noValidate onSubmit={(event) => void submit(event)}>
      <InputField
        name="title"
        label={say('streams.field.title')}
        hint={
          form.title.trim() !== '' && id === ''
            ? say('streams.field.titleGenerated')
            : say('streams.field.titleHint', { id: id || '…' })
        }
        errors={errors}
        value={form.title}
        onInput={(title) => set({ title })}
      />
      <Chips classes={form.classes} errors={errors} onChange={(classes) => set({ classes })} />
      <Check
        label={say('streams.field.multiLabel')}
        hint={say('streams.field.multiLabelHint')}
        checked={form.multiLabel}
        onChange={(multiLabel) => set({ multiLabel })}
      />
      {positive !== undefined && form.classes.length > 1 && !form.multiLabel && (
        <ObjectiveFields {...part} positive={positive} />
      )}
      <ItemKindField value={form} onChange={set} />
      <BudgetField {...part} />
      <Field
        name="guidelines"
        label={say('streams.field.guidelines')}
        hint={say('streams.field.guidelinesHint')}
        errors={errors}
      >
        <textarea
          {...controlProps('guidelines', errors)}
          class="input"
          rows={3}
          value={form.guidelines}
          onInput={({ currentTarget }) => set({ guidelines: currentTarget.value })}
        />
      </Field>
      <NumberField name="answersPerItem" {...part} />
      <AlgorithmField {...part} algorithms={algorithms} />
      <Advanced {...part} open={isOpen} onToggle={setOpen} />
      <div class="acts">
        <p role="alert" class={errors.size > 0 ? 'fault' : 'unseen'}>
          {errors.size > 0 && say('streams.new.errors', { count: errors.size })}
        </p>
        {error !== undefined && <Problem error={error} />}
        <button type="submit" class="button primary" disabled={busy}>
          {say(busy ? 'streams.new.creating' : 'streams.new.create')}
        </button>
        <Link to={{ view: 'streams' }} class="button quiet">
          {say('common.cancel')}
        </Link>
      </div>
    </form>
  )
}

/** Whether the field is visible in the form. */
const isShown = (field: string, { budget }: Form, algorithm: Algorithm | undefined): boolean => {
  if (field === 'horizon') return budget.unit !== 'perHour'
  const name = /^parameter-(.*)$/.exec(field)?.[1]
  return name === undefined || editableParameters(algorithm).some((parameter) => parameter.name === name)
}
