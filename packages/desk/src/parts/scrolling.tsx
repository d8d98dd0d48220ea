import type { ComponentChildren } from 'preact'

interface ScrollingProps {
  /** What is in it, for those who come to it by keys. */
  readonly label: string
  readonly class: string
  readonly children: ComponentChildren
}

/** A part of the page that scrolls by itself. */
export const Scrolling = ({ label, class: name, children }: ScrollingProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
  <section class={name} tabIndex={0} aria-label={label}>
    {children}
  </section>
)
