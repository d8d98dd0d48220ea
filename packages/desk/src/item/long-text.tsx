import { useState } from 'preact/hooks'
import { say } from '../words/say.js'
import { safeCutLength } from './cut.js'
import { Marked, type Marking } from './marked.js'
import type { TextField } from './marks.js'
import { unwrap } from './unwrap.js'

/** Initial length in characters, growth factor per "Show more", and maximum growth. */
const INITIAL_LENGTH = 12_000
const GROWTH = 4
const MAX_GROWTH = 200_000

/** Cuts at a line end if one is near. */
const cutLength = (text: string, limit: number): number => {
  if (text.length <= limit) return text.length
  const line = text.lastIndexOf('\n', limit)
  return line > limit / 2 ? line : safeCutLength(text, limit)
}

interface LongTextProps {
  readonly text: string
  readonly place?: TextField
  readonly marking: Marking
}

/** Renders long texts in steps to keep the page fast. */
export const LongText = ({ text, place = '', marking }: LongTextProps) => {
  const [limit, setLimit] = useState(INITIAL_LENGTH)
  if (text.trim() === '') return <p class="faint">{say('item.empty')}</p>
  const end = cutLength(text, limit)
  const paragraphs = text.slice(0, end).split(/\n[^\S\n]*\n\s*/)
  return (
    <>
      {paragraphs.map((paragraph, n) => (
        <p key={n}>
          <Marked {...marking} place={place} text={unwrap(paragraph)} />
        </p>
      ))}
      {end < text.length && (
        <p>
          <button
            type="button"
            class="button"
            onClick={() => setLimit(Math.min(limit * GROWTH, limit + MAX_GROWTH))}
          >
            {say('item.more', { count: text.length - end })}
          </button>
        </p>
      )}
    </>
  )
}
