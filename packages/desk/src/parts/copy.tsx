import { useState } from 'preact/hooks'
import { say } from '../words/say.js'

/** Fallback without the Clipboard API, which needs a secure context. */
const copyBySelection = (text: string): boolean => {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'unseen'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  return done
}

/** Copies a text and confirms it for a moment. */
export const Copy = ({ text }: { readonly text: string }) => {
  const [done, setDone] = useState(false)
  const copy = async () => {
    const isWritten =
      isSecureContext &&
      (await navigator.clipboard.writeText(text).then(
        () => true,
        () => false,
      ))
    if (!isWritten && !copyBySelection(text)) return
    setDone(true)
    setTimeout(() => setDone(false), 1500)
  }
  return (
    <button type="button" class="button quiet" onClick={() => void copy()}>
      {say(done ? 'common.copied' : 'common.copy')}
    </button>
  )
}
