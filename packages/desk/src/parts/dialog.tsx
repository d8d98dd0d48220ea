import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { say } from '../words/say.js'

interface DialogProps {
  readonly title: string
  readonly open: boolean
  onClose(): void
  readonly class?: string
  readonly children: ComponentChildren
}

/** A modal dialog. The browser handles focus and Escape. */
export const Dialog = ({ title, open, onClose, children, class: name }: DialogProps) => {
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const dialog = box.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])
  // Only a closed dialog returns the focus, so close it before removal.
  useLayoutEffect(() => {
    const dialog = box.current
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it; a click outside is for the mouse
    <dialog
      ref={box}
      class={name}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === box.current && onClose()}
    >
      {open && (
        <>
          <div class="dialog-head">
            <h2 id={id}>{title}</h2>
            <button type="button" class="button quiet" onClick={onClose}>
              {say('common.close')}
            </button>
          </div>
          {children}
        </>
      )}
    </dialog>
  )
}
