import { textFeatures } from './content.js'
import { LongText } from './long-text.js'
import { Marked, type Marking } from './marked.js'
import type { ReadItem } from './read.js'

/** A first text of this length is a subject. */
const MAX_SUBJECT_LENGTH = 120

interface ColumnsProps {
  readonly item: ReadItem
  readonly marking: Marking
}

/** The text that is shown above the others: the first of several, if it is short. */
const subjectOf = ({ content }: ReadItem): readonly [name: string, text: string] | undefined => {
  const [first, ...others] = textFeatures(content)
  return first && others.length > 0 && first[1].length <= MAX_SUBJECT_LENGTH ? first : undefined
}

/** The subject of an item whose texts are columns. */
export const ColumnsHead = ({ item, marking }: ColumnsProps) => {
  const subject = subjectOf(item)
  if (!subject) return <h1 class="unseen">{item.title}</h1>
  const [name, text] = subject
  return (
    <h1>
      <Marked {...marking} place={`${name}:`} text={text} />
    </h1>
  )
}

/** The other texts, each under the name of its column if there are several. */
export const ColumnsBody = ({ item, marking }: ColumnsProps) => {
  const subject = subjectOf(item)
  const texts = textFeatures(item.content).filter(([name]) => name !== subject?.[0])
  return (
    <>
      {texts.map(([name, text]) => (
        <section key={name} class="column-text">
          {texts.length > 1 && <h2>{name}</h2>}
          <LongText text={text} place={`${name}:`} marking={marking} />
        </section>
      ))}
    </>
  )
}
