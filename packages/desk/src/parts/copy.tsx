import { useState } from 'preact/hooks'
import { say } from '../words/say.js'

/** Where the page came neither encrypted nor from this machine, or may not write, browsers have the old way only. */
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

/** Puts a text on the clipboard, and says so for a moment. */
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
