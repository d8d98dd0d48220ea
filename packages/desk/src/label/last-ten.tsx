import { useRef, useState } from 'preact/hooks'
import { ClassName, ClassNames, classColour } from '../parts/class-name.js'
import { ClassPicker } from '../parts/class-picker.js'
import { Dialog } from '../parts/dialog.js'
import { type LabelOrLabels, labelText } from '../parts/labels.js'
import { formatDuration } from '../parts/numbers.js'
import { say } from '../words/say.js'
import { actionText } from './action-text.js'
import { toggled } from './choice.js'
import { layoutFor } from './keys.js'
import type { GivenAnswer } from './labelling.js'

export interface LastTenProps {
  readonly last: readonly GivenAnswer[]
  readonly classes: readonly string[]
  onChange(answer: GivenAnswer, action: GivenAnswer['action'], label?: LabelOrLabels): void
}

const ago = (time: number): string => {
  const passed = Date.now() - time
  return passed < 5000 ? say('common.now') : formatDuration(passed)
}

interface ChoiceProps extends LastTenProps {
  readonly answer: GivenAnswer
  onDone(): void
}

/** The possible answers. */
const Choice = ({ answer, classes, onChange, onDone }: ChoiceProps) => {
  const choose = (action: GivenAnswer['action'], label?: LabelOrLabels) => {
    onChange(answer, action, label)
    onDone()
  }
  return (
    <div class="choice">
      {answer.question.classes ? (
        <SeveralChoice answer={answer} classes={classes} onChoose={(labels) => choose('answer', labels)} />
      ) : layoutFor(classes) === 'search' ? (
        <ClassPicker
          classes={classes}
          {...(typeof answer.label === 'string' && { first: [answer.label] })}
          onPick={(label) => choose('answer', label)}
          onClose={onDone}
        />
      ) : (
        classes.map((label) => (
          <button
            key={label}
            type="button"
            class="button"
            aria-pressed={answer.action === 'answer' && answer.label === label}
            onClick={() => choose('answer', label)}
          >
            <ClassName classes={classes} label={label} />
          </button>
        ))
      )}
      <button
        type="button"
        class="button"
        aria-pressed={answer.action === 'unsure'}
        onClick={() => choose('unsure')}
      >
        <ClassName classes={classes} label={say('label.last.unsure')} />
      </button>
    </div>
  )
}

interface SeveralChoiceProps {
  readonly answer: GivenAnswer
  readonly classes: readonly string[]
  onChoose(labels: readonly string[]): void
}

/** The labels of an answer in a multi-label stream. */
const SeveralChoice = ({ answer, classes, onChoose }: SeveralChoiceProps) => {
  const [labels, setLabels] = useState(typeof answer.label === 'object' ? answer.label : [])
  return (
    <>
      {answer.question.classes?.map((label) => (
        <button
          key={label}
          type="button"
          class="button"
          aria-pressed={labels.includes(label)}
          onClick={() => setLabels(toggled({ labels, isNone: false }, label).labels)}
        >
          <ClassName classes={classes} label={label} />
        </button>
      ))}
      <button type="button" class="button primary" onClick={() => onChoose(labels)}>
        {labels.length === 0 ? say('label.several.none') : say('label.several.send')}
      </button>
    </>
  )
}

/** The last ten answers as a list; each can be changed. */
export const LastTen = (props: LastTenProps) => {
  const { last, classes } = props
  const [open, setOpen] = useState<string>()
  const list = useRef<HTMLOListElement>(null)
  const close = (place: number) => {
    setOpen(undefined)
    list.current?.querySelectorAll<HTMLElement>('.row')[place]?.focus()
  }
  return (
    <section class="last-ten">
      <h2>{say('label.last.title')}</h2>
      {last.length === 0 && <p class="muted">{say('label.last.none')}</p>}
      <ol ref={list}>
        {last.map((answer, place) => (
          <li key={answer.question.id}>
            <button
              type="button"
              class="row"
              aria-expanded={open === answer.key}
              title={say('label.last.sheet')}
              onClick={() => setOpen(open === answer.key ? undefined : answer.key)}
            >
              <ClassNames
                classes={classes}
                label={answer.action === 'answer' ? (answer.label ?? '') : actionText(answer)}
              />
              <span class="title">{answer.title}</span>
              <span class="ago">{ago(answer.time)}</span>
            </button>
            {open === answer.key && <Choice {...props} answer={answer} onDone={() => close(place)} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

const answerInitial = (answer: GivenAnswer): string => {
  if (answer.action !== 'answer') return answer.action === 'skip' ? '–' : '?'
  return [...labelText(answer.label ?? '')][0]?.toUpperCase() ?? ''
}

/** The label that gives the colour. */
const firstLabel = ({ label = '' }: GivenAnswer): string =>
  typeof label === 'string' ? label : (label[0] ?? '')

/** The last ten answers in one line, for narrow screens. */
export const LastTenStrip = (props: LastTenProps) => {
  const { last, classes } = props
  const [open, setOpen] = useState<GivenAnswer>()
  if (last.length === 0) return null
  return (
    <div class="strip">
      <span aria-hidden="true">{say('label.last.strip')}</span>
      {last.map((answer) => (
        <button
          key={answer.question.id}
          type="button"
          class="of-class"
          data-class={answer.action === 'answer' ? classColour(classes, firstLabel(answer)) : 0}
          aria-label={say('label.last.change', { label: actionText(answer), title: answer.title })}
          onClick={() => setOpen(answer)}
        >
          {answerInitial(answer)}
        </button>
      ))}
      <Dialog
        title={say('label.last.sheet')}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        class="sheet"
      >
        {open && (
          <>
            <p class="title">{open.title}</p>
            <Choice {...props} answer={open} onDone={() => setOpen(undefined)} />
          </>
        )}
      </Dialog>
    </div>
  )
}
