import { classColour } from '../parts/class-name.js'
import { say } from '../words/say.js'
import { type Marks, markText, type TextField } from './marks.js'

export interface Marking {
  readonly marks: Marks
  readonly classes: readonly string[]
  /** Marks show a class only if the suggestion is revealed. */
  readonly revealed: boolean
}

interface MarkedProps extends Marking {
  readonly text: string
  readonly place?: TextField
}

/** A text with the most important and the new words marked. */
export const Marked = ({ text, place = '', marks, classes, revealed }: MarkedProps) => (
  <>
    {markText(text, place, marks).map(({ text: piece, mark, pull }, n) => {
      if (mark === undefined) return piece
      if (mark === 'new')
        return (
          <span key={n} class="new-word" title={say('item.newWord')}>
            {piece}
          </span>
        )
      const shown = revealed ? pull : undefined
      return (
        <mark
          key={n}
          class="of-class"
          data-class={shown === undefined ? undefined : classColour(classes, shown)}
          title={shown === undefined ? say('item.topWord') : say('item.towards', { label: shown })}
        >
          {piece}
        </mark>
      )
    })}
  </>
)
