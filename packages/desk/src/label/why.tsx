import { type Schemas, unwrap } from '@askance/server/client'
import { Fragment } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { collectMarks, featureWords, findNewWords } from '../item/marks.js'
import { itemTexts, readItem } from '../item/read.js'
import { ClassNames } from '../parts/class-name.js'
import { useLoaded } from '../parts/loaded.js'
import { formatCount, formatProbability } from '../parts/numbers.js'
import { Problem } from '../parts/problem.js'
import { reasonText } from '../parts/question-words.js'
import type { StreamDetail } from '../shell/follow.js'
import { useSession } from '../shell/session.js'
import { RichText, say } from '../words/say.js'
import type { Question } from './labelling.js'
import { whyAsked } from './why-asked.js'

/** The service reports at most this many unknown features. */
const MAX_REPORTED = 30
const MAX_NAMED = 8

interface WhyProps {
  readonly question: Question
  readonly config: StreamDetail['config']
  readonly classes: readonly string[]
}

const NewWords = ({ question, classes }: Pick<WhyProps, 'question' | 'classes'>) => {
  const item = readItem(question)
  const { row } = item.content
  const texts = itemTexts(item).filter(([text]) => text !== '')
  const hasText = texts.length > 0
  const words = useMemo(() => {
    // Vector indices have no meaningful names.
    if (row || !question.ready) return []
    return hasText
      ? findNewWords(texts, collectMarks(question, classes))
      : featureWords(question.unknownFeatures)
  }, [item, question, classes])
  if (words.length === 0) return null
  const isMany = question.unknownFeatures.length >= MAX_REPORTED
  const things = hasText ? 'Words' : 'Features'
  const few = hasText ? 'words' : 'features'
  return (
    <p>
      {isMany ? (
        <RichText k={`label.why.many${things}`} />
      ) : (
        <RichText k={`label.why.${few}`} count={words.length} />
      )}{' '}
      {words.slice(0, MAX_NAMED).map((word, n) => (
        <Fragment key={word}>
          {n > 0 && ', '}
          <span class="new-word word">{word}</span>
        </Fragment>
      ))}
      {words.length > MAX_NAMED ? ' …' : '.'}
    </p>
  )
}

/** Explains the question without revealing the suggestion. */
export const Why = ({ question, config, classes }: WhyProps) => {
  const { positive, answersPerItem } = config
  const { key, values } = whyAsked(question, { classes, ...(positive !== undefined && { positive }) })
  return (
    <>
      <p>
        <RichText k={key} {...values} />
      </p>
      {question.classes && <AskedClasses asked={question.classes} classes={classes} />}
      {question.reason !== 'audit' && question.reason !== 'measure' && (
        <NewWords question={question} classes={classes} />
      )}
      {answersPerItem > 1 && <p>{say('label.why.votes', { count: question.votes, of: answersPerItem })}</p>}
    </>
  )
}

/** In a multi-label stream: the classes that the question is about. */
const AskedClasses = ({
  asked,
  classes,
}: {
  readonly asked: readonly string[]
  readonly classes: readonly string[]
}) => (
  <p>
    {say('label.why.classes')} <ClassNames classes={classes} label={asked} />
  </p>
)

type Rows = readonly (readonly [string, string])[]

/** A pool draws an item among all, so that there is no coin and no rate. */
const roundRows = ({ margin, probability, coin, budget }: Schemas['Decision'], isPool: boolean): Rows => [
  ...(margin === null ? [] : [[say('label.record.margin'), Math.abs(margin).toFixed(3)] as const]),
  [say('label.record.probability'), formatProbability(probability)],
  ...(isPool ? [] : [[say('label.record.coin'), formatProbability(coin)] as const]),
  [say('label.record.spent'), formatCount(budget.spent)],
  ...(isPool ? [] : [[say('label.record.rate'), formatProbability(budget.rate)] as const]),
]

/** Every class has its own coin. */
const classRows = ({ classes, byClass }: Schemas['MultiLabelDecision']): Rows =>
  classes.flatMap((label) => {
    const { probability = 0, coin = 0 } = byClass[label] ?? {}
    const values = { probability: formatProbability(probability), coin: formatProbability(coin) }
    return [[label, say('label.record.classAsked', values)] as const]
  })

interface RecordProps {
  readonly stream: string
  readonly id: string
  readonly isPool: boolean
}

const Record = ({ stream, id, isPool }: RecordProps) => {
  const { client } = useSession()
  const { data, error, reload } = useLoaded(
    (signal) =>
      unwrap(client.GET('/v1/streams/{stream}/items/{id}', { params: { path: { stream, id } }, signal })),
    [client, stream, id],
  )
  if (error !== undefined) return <Problem error={error} onRetry={reload} />
  const decision = data?.decision
  if (!decision) return null
  const rows: Rows = [
    [say('label.record.round'), formatCount(decision.t)],
    [say('label.record.reason'), reasonText(decision.reason ?? '')],
    ...('byClass' in decision ? classRows(decision) : roundRows(decision, isPool)),
    [say('label.record.model'), formatCount(decision.modelVersion)],
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

/** The decision record, loaded when opened. It omits the prediction. */
export const DecisionRecord = (props: RecordProps) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="record" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('label.record.title')}</summary>
      {isOpen && <Record {...props} />}
    </details>
  )
}
