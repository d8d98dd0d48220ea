import { useEffect, useRef, useState } from 'preact/hooks'
import { say } from '../../words/say.js'

interface ChooserProps {
  readonly class: string
  readonly another?: boolean
  onFile(file: File): void
}

/** A button that opens the dialog for files. */
export const FileChooser = ({ class: name, another = false, onFile }: ChooserProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" class={name} onClick={() => input.current?.click()}>
        {say(another ? 'common.file.another' : 'common.file.choose')}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={say('common.file.choose')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </>
  )
}

/** Accepts drops anywhere; otherwise the browser would open the file. Returns whether a file is dragged. */
export const useDrop = (onFile: (file: File) => void): boolean => {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFile)
  latest.current = onFile
  useEffect(() => {
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      if (!hasFile(event)) return
      event.preventDefault()
      setOver(false)
      const file = event.dataTransfer?.files[0]
      if (file) latest.current(file)
    }
    const control = new AbortController()
    const { signal } = control
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('dragleave', leave, { signal })
    document.addEventListener('drop', drop, { signal })
    return () => control.abort()
  }, [])
  return isOver
}
