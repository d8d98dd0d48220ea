import type { ComponentChildren } from 'preact'

interface ScrollingProps {
  /** Accessible name. */
  readonly label: string
  readonly class: string
  readonly children: ComponentChildren
}

/** A scrollable region that can be focused with the keyboard. */
export const Scrolling = ({ label, class: name, children }: ScrollingProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
  <section class={name} tabIndex={0} aria-label={label}>
    {children}
  </section>
)
