import type { Algorithm, Form, FormErrors } from './form.js'

/** Props of every part of the form. */
export interface PartProps {
  readonly form: Form
  readonly errors: FormErrors
  readonly algorithm: Algorithm | undefined
  set(change: Partial<Form>): void
}
