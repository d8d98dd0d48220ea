import { useState } from 'preact/hooks'
import { say } from '../words/say.js'
import { safeCutLength } from './cut.js'
import { Marked, type Marking } from './marked.js'

/** So many characters are drawn at first; after each wish for more so many times as many, within bounds. */
const INITIAL_LENGTH = 12_000
const GROWTH = 4
const MAX_GROWTH = 200_000

/** Cuts at the end of a line where one is near. */
const cutLength = (text: string, most: number): number => {
  if (text.length <= most) return text.length
  const line = text.lastIndexOf('\n', most)
  return line > most / 2 ? line : safeCutLength(text, most)
}

/** A text of any length, in paragraphs; the page stays quick because little of a long one is drawn at once. */
export const LongText = ({ text, marking }: { readonly text: string; readonly marking: Marking }) => {
  const [most, setMost] = useState(INITIAL_LENGTH)
  if (text.trim() === '') return <p class="faint">{say('item.empty')}</p>
  const end = cutLength(text, most)
  const paragraphs = text.slice(0, end).split(/\n[^\S\n]*\n\s*/)
  return (
    <>
      {paragraphs.map((paragraph, n) => (
        <p key={n}>
          <Marked {...marking} text={paragraph} />
        </p>
      ))}
      {end < text.length && (
        <p>
          <button
            type="button"
            class="button"
            onClick={() => setMost(Math.min(most * GROWTH, most + MAX_GROWTH))}
          >
            {say('item.more', { count: text.length - end })}
          </button>
        </p>
      )}
    </>
  )
}
