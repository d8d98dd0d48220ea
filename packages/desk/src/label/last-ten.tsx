import { useRef, useState } from 'preact/hooks'
import { ClassName, classColour } from '../parts/class-name.js'
import { Dialog } from '../parts/dialog.js'
import { formatDuration } from '../parts/numbers.js'
import { say } from '../words/say.js'
import { actionText } from './action-text.js'
import type { GivenAnswer } from './labelling.js'

export interface LastTenProps {
  readonly last: readonly GivenAnswer[]
  readonly classes: readonly string[]
  onChange(said: GivenAnswer, action: GivenAnswer['action'], label?: string): void
}

const ago = (time: number): string => {
  const passed = Date.now() - time
  return passed < 5000 ? say('common.now') : formatDuration(passed)
}

interface ChoiceProps extends LastTenProps {
  readonly said: GivenAnswer
  onDone(): void
}

/** The possible answers. */
const Choice = ({ said, classes, onChange, onDone }: ChoiceProps) => {
  const choose = (action: GivenAnswer['action'], label?: string) => {
    onChange(said, action, label)
    onDone()
  }
  return (
    <div class="choice">
      {classes.map((label) => (
        <button
          key={label}
          type="button"
          class="button"
          aria-pressed={said.action === 'answer' && said.label === label}
          onClick={() => choose('answer', label)}
        >
          <ClassName classes={classes} label={label} />
        </button>
      ))}
      <button
        type="button"
        class="button"
        aria-pressed={said.action === 'unsure'}
        onClick={() => choose('unsure')}
      >
        <ClassName classes={classes} label={say('label.last.unsure')} />
      </button>
    </div>
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
        {last.map((said, place) => (
          <li key={said.question.id}>
            <button
              type="button"
              class="row"
              aria-expanded={open === said.key}
              title={say('label.last.sheet')}
              onClick={() => setOpen(open === said.key ? undefined : said.key)}
            >
              <ClassName classes={classes} label={actionText(said)} />
              <span class="title">{said.title}</span>
              <span class="ago">{ago(said.time)}</span>
            </button>
            {open === said.key && <Choice {...props} said={said} onDone={() => close(place)} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

const answerInitial = (said: GivenAnswer): string => {
  if (said.action !== 'answer') return said.action === 'skip' ? '–' : '?'
  return [...(said.label ?? '')][0]?.toUpperCase() ?? ''
}

/** The last ten answers in one line, for narrow screens. */
export const LastTenStrip = (props: LastTenProps) => {
  const { last, classes } = props
  const [open, setOpen] = useState<GivenAnswer>()
  if (last.length === 0) return null
  return (
    <div class="strip">
      <span aria-hidden="true">{say('label.last.strip')}</span>
      {last.map((said) => (
        <button
          key={said.question.id}
          type="button"
          class="of-class"
          data-class={said.action === 'answer' ? classColour(classes, said.label ?? '') : 0}
          aria-label={say('label.last.change', { label: actionText(said), title: said.title })}
          onClick={() => setOpen(said)}
        >
          {answerInitial(said)}
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
            <Choice {...props} said={open} onDone={() => setOpen(undefined)} />
          </>
        )}
      </Dialog>
    </div>
  )
}
