import { slugify } from '@askance/core/internals'
import { ProblemError, type Schemas } from '@askance/server/client'
import { useEffect, useState } from 'preact/hooks'
import { FileChooser } from '../../parts/file/drop.js'
import { FileError } from '../../parts/file/error.js'
import { formatCount } from '../../parts/numbers.js'
import { parseNumber } from '../../parts/parse-number.js'
import { errorMessage, Problem } from '../../parts/problem.js'
import { say } from '../../words/say.js'
import { Chips } from '../form/chips.js'
import { controlId, InputField } from '../form/field.js'
import type { FormErrors } from '../form/form.js'
import { PositiveField } from '../form/positive-field.js'
import { serverErrors } from '../form/server-errors.js'
import { ColumnsPanel } from './columns-panel.js'
import { ExamplesField, examplesOf, noExamples } from './examples.js'
import {
  type FileForm,
  fileForm,
  formClasses,
  nothingToAsk,
  validateFileForm,
  withClasses,
} from './file-form.js'
import { readingText } from './file-zone.js'
import type { FileState, OpenFile } from './use-file.js'
import type { Sending } from './use-sending.js'

const noErrors: FormErrors = new Map()
/** Seconds that a question is reserved for one person. */
const LEASE = 300

interface LabelFileProps {
  readonly state: FileState
  readonly file: OpenFile
  readonly sending: Sending
  onFile(file: File): void
}

/** The file as it was understood, the classes, and the start of the labelling. */
export const LabelFile = ({ state, file, sending, onFile }: LabelFileProps) => {
  const { understood, facts, engine } = file
  const [form, setForm] = useState(() => fileForm(understood.name))
  const [examples, setExamples] = useState(noExamples)
  const [errors, setErrors] = useState(noErrors)
  const [error, setError] = useState<unknown>()
  const classes = formClasses(form, facts)
  const given = examplesOf(examples, classes)
  const positive = classes.includes(form.positive) ? form.positive : classes.at(-1)
  useEffect(() => {
    const [first] = errors.keys()
    if (first !== undefined) document.getElementById(controlId(first))?.focus()
  }, [errors])
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!facts) return
    setError(undefined)
    const found = validateFileForm(form, classes)
    setErrors(found)
    if (found.size > 0) return
    try {
      const vectorizer = await engine.vectorizer(classes.length)
      const shape = { vectorizer, file: await engine.sourceFile() } as PoolShape
      const body = newPool(form, classes, positive, shape)
      const chosen = Object.fromEntries(given.chosen.map(({ id, label }) => [id, label]))
      const hasKnown = given.chosen.length > 0 || facts.labels.some(({ name }) => classes.includes(name))
      const { textPlace = true } = facts
      await sending.start(body, {
        engine,
        known: { classes, chosen },
        hasKnown,
        pasted: given.pasted,
        textPlace,
      })
    } catch (cause) {
      const refused =
        cause instanceof ProblemError ? serverErrors(cause.problem, slugify(form.title)) : noErrors
      setErrors(refused)
      if (refused.size === 0) setError(cause)
    }
  }
  const nothing = facts && nothingToAsk(facts, classes)
  const labelColumn = understood.columns.find(({ role }) => role === 'label')?.name
  if (sending.sent !== undefined)
    return <Progress sending={sending} name={understood.name} items={facts?.items ?? 0} />
  return (
    <div class="label-file">
      <div class="intro">
        <h1 class="title">{say('streams.file.title', { name: understood.name })}</h1>
        <p class="muted" role="status">
          {state.reading ? readingText(state.reading) : facts && factsText(facts, labelColumn)}
        </p>
      </div>
      {state.openError && (
        <div role="alert">
          <FileError openError={state.openError} />
          {state.openError.problem.line !== undefined && (
            <p class="acts">
              <button type="button" class="button" onClick={state.skipInvalid}>
                {say('streams.file.skipInvalid')}
              </button>
            </p>
          )}
        </div>
      )}
      <ColumnsPanel understood={understood} isBusy={state.reading !== undefined} onRole={state.correct} />
      <form class="new-form" noValidate onSubmit={(event) => void submit(event)}>
        <InputField
          name="title"
          label={say('streams.field.title')}
          hint={say('streams.field.titleHint', { id: slugify(form.title) || '…' })}
          errors={errors}
          value={form.title}
          onInput={(title) => setForm({ ...form, title })}
        />
        <Chips
          classes={classes}
          errors={errors}
          onChange={(changed) => setForm(withClasses(form, facts, changed))}
        />
        {classes.length === 2 && positive !== undefined && (
          <PositiveField
            classes={classes}
            positive={positive}
            errors={errors}
            onChange={(chosen) => setForm({ ...form, positive: chosen })}
          />
        )}
        <InputField
          name="budget"
          label={say('streams.file.labels')}
          hint={say('streams.file.labelsHint')}
          errors={errors}
          numeric
          placeholder={say('streams.file.noLimit')}
          value={form.labels}
          onInput={(labels) => setForm({ ...form, labels })}
        />
        <ExamplesField
          engine={engine}
          classes={classes}
          examples={given}
          hasText={facts?.textPlace !== undefined}
          onChange={setExamples}
        />
        <div class="acts">
          <p role="alert" class={errors.size > 0 ? 'fault' : 'unseen'}>
            {errors.size > 0 && say('streams.new.errors', { count: errors.size })}
          </p>
          {error !== undefined && <Problem error={error} />}
          {sending.error !== undefined && (
            <p class="notice bad" role="alert">
              {say('streams.file.failed', { reason: errorMessage(sending.error) })}
            </p>
          )}
          {nothing !== undefined && (
            <p class="notice" role="status">
              {nothing}
            </p>
          )}
          <button type="submit" class="button primary" disabled={!facts || nothing !== undefined}>
            {say(sending.error === undefined ? 'streams.file.start' : 'streams.file.resume')}
          </button>
          <FileChooser class="button quiet" another onFile={onFile} />
          <button type="button" class="button quiet" onClick={() => void sending.cancel().then(state.close)}>
            {say('common.cancel')}
          </button>
        </div>
      </form>
    </div>
  )
}

const factsText = (
  { items, skipped, labels }: NonNullable<OpenFile['facts']>,
  labelColumn: string | undefined,
): string => {
  const known = labels.reduce((sum, { count }) => sum + count, 0)
  const count = say('streams.file.itemCount', { count: items })
  const all = skipped > 0 ? `${count}, ${say('streams.file.skipped', { count: skipped })}` : count
  if (known === 0) return say('streams.file.noLabels', { items: all })
  const counted = { items: all, labels: say('streams.file.labelCount', { count: known }) }
  return labelColumn === undefined
    ? say('streams.file.someLabels', counted)
    : say('streams.file.labelsIn', { ...counted, column: labelColumn })
}

/** How items become rows, and the columns of the file. */
type PoolShape = Pick<Schemas['NewStream'], 'vectorizer' | 'file'>

const newPool = (
  { title, labels }: FileForm,
  classes: readonly string[],
  positive: string | undefined,
  { vectorizer, file }: PoolShape,
): Schemas['NewStream'] => {
  const id = slugify(title)
  return {
    ...(id !== '' && { id }),
    title: title.trim(),
    classes: [...classes],
    protocol: 'pool',
    ...(classes.length === 2 && positive !== undefined && { positive }),
    ...(vectorizer && { vectorizer }),
    ...(file && { file }),
    budget: labels.trim() === '' ? {} : { total: parseNumber(labels) },
    leaseSeconds: LEASE,
  }
}

interface ProgressProps {
  readonly sending: Sending
  readonly name: string
  readonly items: number
}

const Progress = ({ sending, name, items }: ProgressProps) => {
  const { sent = 0 } = sending
  return (
    <div class="label-file">
      <div class="intro">
        <h1 class="title">{say('streams.file.sending', { name })}</h1>
      </div>
      <progress max={items} value={sent} aria-label={say('streams.file.sending', { name })} />
      <p class="muted" role="status">
        {say('streams.file.sent', { sent: formatCount(sent), items: formatCount(items) })}
      </p>
      <p class="acts">
        <button type="button" class="button" onClick={() => void sending.cancel()}>
          {say('common.cancel')}
        </button>
      </p>
    </div>
  )
}
