import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface PanelProps {
  readonly title: string
  readonly note?: string | undefined
  readonly end?: ComponentChildren
  readonly class?: string
  readonly id?: string
  readonly children: ComponentChildren
}

/** A titled section of the page. */
export const Panel = ({ title, note, end, class: name = 'third', id, children }: PanelProps) => {
  const heading = useId()
  return (
    <section class={`panel ${name}`} aria-labelledby={heading} id={id}>
      <div class="panel-head">
        <h2 id={heading}>{title}</h2>
        {note !== undefined && <span class="note">{note}</span>}
        {end && <div class="end">{end}</div>}
      </div>
      {children}
    </section>
  )
}
