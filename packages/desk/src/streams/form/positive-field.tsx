import { say } from '../../words/say.js'
import { Choice, controlId, Field } from './field.js'
import type { FormErrors } from './form.js'

interface PositiveFieldProps {
  readonly classes: readonly string[]
  readonly positive: string
  readonly errors: FormErrors
  onChange(positive: string): void
}

/** The class that F1 is about. */
export const PositiveField = ({ classes, positive, errors, onChange }: PositiveFieldProps) => (
  <Field
    name="positive"
    label={say('streams.field.positive')}
    hint={say('streams.field.positiveHint')}
    errors={errors}
  >
    <Choice
      id={controlId('positive')}
      value={positive}
      options={classes.map((name) => [name, name] as const)}
      onChange={onChange}
    />
  </Field>
)
