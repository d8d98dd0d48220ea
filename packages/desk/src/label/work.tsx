import type { VNode } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { readItem } from '../item/read.js'
import { binaryOf } from '../parts/binary.js'
import { useResume } from '../parts/change-stream.js'
import type { StreamDetail } from '../shell/follow.js'
import { Link } from '../shell/navigation.js'
import { useSession } from '../shell/session.js'
import { useShell } from '../shell/shell.js'
import { say } from '../words/say.js'
import { addClass } from './add-class.js'
import { Answers } from './answers.js'
import { Card } from './card.js'
import { CardTools } from './card-tools.js'
import { isComplete, useChoice } from './choice.js'
import { firstClasses } from './first-classes.js'
import { layoutFor, useKeys } from './keys.js'
import type { Labelling, Note } from './labelling.js'
import { LastTenStrip } from './last-ten.js'
import type { Outbox } from './outbox.js'
import { PhoneTop } from './phone-top.js'
import { LeftRail, RightRail } from './rails.js'
import { EmptyState, Loading, NoQuestions, useNotification } from './states.js'
import { Strips } from './strips.js'
import { useConfirming } from './use-confirming.js'
import { useLabelling } from './use-labelling.js'

const FLASH = 160
/** Answers between two looks at the progress of a pool. */
const ADVICE = 25

/** Events not caused by the labeller are shown as a notice. */
const unexpectedNotes: ReadonlySet<Note['kind']> = new Set(['withdrawn', 'lost', 'unneeded'])

const noteText = (note: Note | undefined, { problem }: Outbox): string => {
  if (!note) return ''
  if (note.kind === 'unneeded') return say('label.notes.unneeded', { title: note.title })
  if (note.kind === 'answer')
    return say(problem ? 'label.notes.answerLater' : 'label.notes.answer', { label: note.label })
  return note.kind === 'changed'
    ? say('label.notes.changed', { label: note.label })
    : say(`label.notes.${note.kind}`)
}

/** Highlights the chosen class for a moment. */
const useFlash = (): readonly [string | undefined, (label: string) => void] => {
  const [hit, setHit] = useState<string>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const flash = (label: string) => {
    clearTimeout(timer.current)
    setHit(label)
    timer.current = setTimeout(() => setHit(undefined), FLASH)
  }
  return [hit, flash]
}

interface WorkProps {
  readonly detail: StreamDetail
  onChanged(): void
}

export const Work = ({ detail, onChanged }: WorkProps) => {
  const { client } = useSession()
  const { update, openHelp } = useShell()
  const { config, id: stream, may } = detail
  const canAnswer = may.includes('answer')
  const isOwner = may.includes('manage')
  const { multiLabel = false } = config
  const desk = useLabelling(detail, canAnswer)
  const { labelling, outbox, counts } = desk
  const { current, next, note, last } = labelling
  const [revealed, setRevealed] = useState('')
  const [isAdding, setAdding] = useState(false)
  const [hit, flash] = useFlash()
  // With many classes, only those that are asked about are shown.
  const { classes: all } = detail.status
  const classes = current?.classes && layoutFor(all) === 'search' ? current.classes : all
  const { choice, toggle, toggleNone, clear } = useChoice(current)
  const search = useRef<HTMLInputElement>(null)
  const first = useMemo(() => firstClasses(current, last), [current, last])
  const [telling, setTelling] = useNotification(current !== undefined, config.title ?? stream)
  useEffect(() => update({ waiting: canAnswer ? counts.open : 0 }), [counts.open, canAnswer, update])

  // What a pool says of its progress is read again now and then.
  const answered = detail.status.pool ? Math.floor(counts.answers / ADVICE) : 0
  useEffect(() => {
    if (answered > 0) onChanged()
  }, [answered])

  const send = () => {
    if (!labelling.current || !isComplete(choice)) return
    labelling.submit('answer', choice.labels)
    clear()
  }
  const answer = (label: string) => {
    if (!labelling.current) return
    if (multiLabel) return toggle(label)
    flash(label)
    labelling.submit('answer', label)
  }
  const confirming = useConfirming(current, classes, !multiLabel, answer)
  const layout = layoutFor(classes, confirming.label !== undefined)
  const swipe = (to: 'left' | 'right') => {
    const { label, reject } = confirming
    if (label === undefined) answer((to === 'left' ? classes[0] : classes[1]) ?? '')
    else if (to === 'right') answer(label)
    else reject()
  }
  const isRevealed = current !== undefined && (confirming.isOn || revealed === current.id)
  const reveal = () => setRevealed(isRevealed || !current ? '' : current.id)
  const add = async (name: string) => {
    // For labellers the answer itself adds the class.
    if (isOwner) await addClass(client, stream, name)
    onChanged()
    setAdding(false)
    answer(name)
  }
  const undo = () => (confirming.canGoBack ? confirming.back() : labelling.undo())
  // The classes of a multi-label stream are fixed.
  const canAdd = (isOwner || config.newClasses === 'anyone') && !multiLabel
  useKeys(classes, layout, multiLabel, (action) => {
    if (action.does === 'answer') answer(action.label)
    else if (action.does === 'accept') answer(confirming.label ?? '')
    else if (action.does === 'reject') confirming.reject()
    else if (action.does === 'list') confirming.openList()
    else if (action.does === 'skip' || action.does === 'unsure') labelling.submit(action.does)
    else if (action.does === 'undo') undo()
    else if (action.does === 'reveal') reveal()
    else if (action.does === 'help') openHelp()
    else if (action.does === 'add') setAdding(canAdd && current !== undefined)
    else if (action.does === 'send') send()
    else if (action.does === 'none') toggleNone()
    else if (action.does === 'search') search.current?.focus()
    else scrollItem(action.does)
  })

  const lastTen = { last, classes, onChange: labelling.change.bind(labelling) }
  const message = noteText(note, outbox)
  return (
    <main id="main" class="desk">
      <section class="stage" aria-label={say('label.stage')}>
        <PhoneTop detail={detail} desk={desk} />
        <Strips outbox={outbox} loaded={labelling.loaded} isOffline={desk.isOffline} />
        {note && unexpectedNotes.has(note.kind) && <p class="notice">{message}</p>}
        {current ? (
          <Card
            question={current}
            next={next}
            classes={classes}
            binary={binaryOf(detail)}
            revealed={isRevealed}
            tools={
              <CardTools layout={layout} confirming={confirming} revealed={isRevealed} onReveal={reveal} />
            }
            onSwipe={layout === 'confirm' || (classes.length === 2 && !multiLabel) ? swipe : undefined}
          />
        ) : (
          <Idle detail={detail} canAnswer={canAnswer} labelling={labelling} onChanged={onChanged}>
            <NoQuestions detail={detail} counts={counts} notifyMode={telling} onNotifyMode={setTelling} />
          </Idle>
        )}
        <LastTenStrip {...lastTen} />
        <Answers
          classes={classes}
          layout={layout}
          confirming={confirming}
          isOpen={current !== undefined}
          hit={hit}
          canAdd={canAdd}
          isAdding={isAdding}
          canUndo={last.length > 0 || confirming.canGoBack}
          note={message}
          first={first}
          search={search}
          {...(multiLabel && {
            several: {
              choice,
              asked: current?.classes ?? [],
              likely: isRevealed ? current.probabilities : undefined,
              onNone: toggleNone,
              onSend: send,
            },
          })}
          onAnswer={answer}
          onSkip={() => labelling.submit('skip')}
          onUnsure={() => labelling.submit('unsure')}
          onUndo={undo}
          onHelp={openHelp}
          onAdding={setAdding}
          onAdd={add}
        />
        <p class="unseen" role="status">
          {message} {current && say('label.notes.now', { title: readItem(current).title })}
        </p>
      </section>
      <LeftRail detail={detail} desk={desk} {...lastTen} />
      <RightRail detail={detail} desk={desk} />
    </main>
  )
}

const STEP = 56
const scrollItem = (to: 'up' | 'down'): void =>
  document.querySelector('.desk .card-body')?.scrollBy(0, to === 'up' ? -STEP : STEP)

interface IdleProps {
  readonly detail: StreamDetail
  readonly canAnswer: boolean
  readonly labelling: Labelling
  readonly children: VNode
  onChanged(): void
}

/** Shown instead of an item. */
const Idle = ({ detail, canAnswer, labelling, children, onChanged }: IdleProps) => {
  const { id, config } = detail
  const { resume, isBusy, error } = useResume(detail, onChanged)
  if (!canAnswer)
    return (
      <EmptyState title={say('label.states.reader')}>
        <p>{say('label.states.readerText')}</p>
        <div class="row">
          <Link to={{ view: 'dashboard', stream: id }} class="button">
            {say('label.states.dashboard')}
          </Link>
        </div>
      </EmptyState>
    )
  if (config.paused)
    return (
      <EmptyState title={say('label.states.paused')}>
        <p>{say('label.states.pausedText')}</p>
        {detail.may.includes('manage') && (
          <div class="row">
            <button type="button" class="button" disabled={isBusy} onClick={resume}>
              {say('label.states.resume')}
            </button>
          </div>
        )}
        {error !== '' && (
          <p class="fault" role="alert">
            {error}
          </p>
        )}
      </EmptyState>
    )
  return labelling.isFilled ? children : <Loading />
}
