import type { Algorithm, Form, FormErrors } from './form.js'

/** What every part of the form is given. */
export interface PartProps {
  readonly form: Form
  readonly errors: FormErrors
  readonly algorithm: Algorithm | undefined
  set(change: Partial<Form>): void
}
