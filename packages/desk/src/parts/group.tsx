import type { ComponentChildren } from 'preact'

interface GroupProps {
  readonly label: string
  readonly class: string
  readonly children: ComponentChildren
}

/** A labelled group of buttons. */
export const Group = ({ label, class: name, children }: GroupProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would not sit in a line
  <div class={name} role="group" aria-label={label}>
    {children}
  </div>
)
