import type { Algorithm, Faults, Form } from './form.js'

/** What every part of the form is given. */
export interface PartProps {
  readonly form: Form
  readonly faults: Faults
  readonly algorithm: Algorithm | undefined
  set(change: Partial<Form>): void
}
