import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

interface MenuProps {
  readonly label: ComponentChildren
  /** Accessible name, if the label is not enough. */
  readonly name?: string
  readonly class?: string
  onOpen?(): void
  readonly children: ComponentChildren
}

/** A menu. It closes on Escape, selection or a click elsewhere. */
export const Menu = ({ label, name, class: kind = '', onOpen, children }: MenuProps) => {
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const close = (event: Event) => {
      const menu = box.current
      if (!menu?.open) return
      const isLabel = event.target instanceof Element && event.target.closest('summary')?.parentNode === menu
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        menu.open = false
        menu.querySelector('summary')?.focus()
      } else if (!isLabel) menu.open = false
    }
    document.addEventListener('click', close)
    document.addEventListener('keydown', close)
    return () => {
      document.removeEventListener('click', close)
      document.removeEventListener('keydown', close)
    }
  }, [])
  return (
    <details ref={box} class={`menu ${kind}`} onToggle={() => box.current?.open && onOpen?.()}>
      <summary class="button quiet" aria-label={name}>
        {label}
      </summary>
      <div class="menu-list">{children}</div>
    </details>
  )
}
