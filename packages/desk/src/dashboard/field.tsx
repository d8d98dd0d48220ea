import type { ComponentChildren } from 'preact'

interface FieldProps {
  readonly id: string
  readonly label: string
  readonly error?: string | undefined
  readonly children: ComponentChildren
}

/** A form field with label and error. */
export const Field = ({ id, label, error, children }: FieldProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    {error !== undefined && (
      <span class="fault" id={`${id}-fault`} role="alert">
        {error}
      </span>
    )}
  </div>
)
