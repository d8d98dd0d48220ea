import { useState } from 'preact/hooks'
import { say } from '../words/say.js'

/** Puts a text on the clipboard, and says so for a moment. */
export const Copy = ({ text }: { readonly text: string }) => {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setDone(true)
    setTimeout(() => setDone(false), 1500)
  }
  return (
    <button type="button" class="button quiet" onClick={() => void copy()}>
      {say(done ? 'common.copied' : 'common.copy')}
    </button>
  )
}
