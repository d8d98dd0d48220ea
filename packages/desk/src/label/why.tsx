import { unwrap } from '@askance/server/client'
import { Fragment } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { marksOf, newWordsIn, wordsAmong } from '../item/marks.js'
import { readItem, textsOf } from '../item/read.js'
import { useLoaded } from '../parts/loaded.js'
import { counted, probability } from '../parts/numbers.js'
import { Problem } from '../parts/problem.js'
import type { StreamDetail } from '../shell/follow.js'
import { useSession } from '../shell/session.js'
import { Said, say } from '../words/say.js'
import type { Question } from './labelling.js'
import { whyAsked } from './why-asked.js'

/** The service tells no more than this; there may be more. */
const MOST_TOLD = 30
const MOST_NAMED = 8

interface WhyProps {
  readonly question: Question
  readonly config: StreamDetail['config']
  readonly classes: readonly string[]
}

const NewWords = ({ question, classes }: Pick<WhyProps, 'question' | 'classes'>) => {
  const item = readItem(question)
  const { text, row } = item.content
  const words = useMemo(() => {
    // The places of a vector have no names that would tell anybody something.
    if (row) return []
    return text === undefined
      ? wordsAmong(question.unknownFeatures)
      : newWordsIn(textsOf(item), marksOf(question, classes))
  }, [item, question, classes])
  if (words.length === 0) return null
  const isMany = question.unknownFeatures.length >= MOST_TOLD
  const things = text === undefined ? 'Features' : 'Words'
  const few = text === undefined ? 'features' : 'words'
  return (
    <p>
      {isMany ? <Said k={`label.why.many${things}`} /> : <Said k={`label.why.${few}`} count={words.length} />}{' '}
      {words.slice(0, MOST_NAMED).map((word, n) => (
        <Fragment key={word}>
          {n > 0 && ', '}
          <span class="new-word word">{word}</span>
        </Fragment>
      ))}
      {words.length > MOST_NAMED ? ' …' : '.'}
    </p>
  )
}

/** Why this item is asked about, in sentences that do not tell what is suggested. */
export const Why = ({ question, config, classes }: WhyProps) => {
  const { positive, audit, answersPerItem } = config
  const { key, values } = whyAsked(question, { classes, audit, ...(positive !== undefined && { positive }) })
  return (
    <>
      <p>
        <Said k={key} {...values} />
      </p>
      {question.reason !== 'audit' && <NewWords question={question} classes={classes} />}
      {answersPerItem > 1 && <p>{say('label.why.votes', { count: question.votes, of: answersPerItem })}</p>}
    </>
  )
}

const reasons = ['warm-up', 'uncertain', 'unfamiliar', 'random', 'always', 'audit'] as const
const reasonName = (reason: string): string => {
  const known = reasons.find((name) => name === reason)
  return known ? say(`label.record.reasons.${known}`) : reason
}

const Record = ({ stream, id }: { readonly stream: string; readonly id: string }) => {
  const { client } = useSession()
  const { data, error, reload } = useLoaded(
    (signal) =>
      unwrap(client.GET('/v1/streams/{stream}/items/{id}', { params: { path: { stream, id } }, signal })),
    [client, stream, id],
  )
  if (error !== undefined) return <Problem error={error} onRetry={reload} />
  const decision = data?.decision
  if (!decision) return null
  const rows: readonly (readonly [string, string])[] = [
    [say('label.record.round'), counted(decision.t)],
    [say('label.record.reason'), reasonName(decision.reason ?? '')],
    ...(decision.margin === null
      ? []
      : [[say('label.record.margin'), Math.abs(decision.margin).toFixed(3)] as const]),
    [say('label.record.probability'), probability(decision.probability)],
    [say('label.record.coin'), probability(decision.coin)],
    [say('label.record.spent'), counted(decision.budget.spent)],
    [say('label.record.rate'), probability(decision.budget.rate)],
    [say('label.record.model'), counted(decision.modelVersion)],
    [say('label.record.id'), id],
  ]
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The decision that made it a question, fetched when it is unfolded. It is shown without what was predicted. */
export const DecisionRecord = ({ stream, id }: { readonly stream: string; readonly id: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="record" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('label.record.title')}</summary>
      {isOpen && <Record stream={stream} id={id} />}
    </details>
  )
}
