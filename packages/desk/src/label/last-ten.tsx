import { useRef, useState } from 'preact/hooks'
import { ClassName, colourOf } from '../parts/class-name.js'
import { Dialog } from '../parts/dialog.js'
import { duration } from '../parts/numbers.js'
import { say } from '../words/say.js'
import { deedWord } from './deed-word.js'
import type { Said } from './labelling.js'

export interface LastTenProps {
  readonly last: readonly Said[]
  readonly classes: readonly string[]
  onChange(said: Said, deed: Said['deed'], label?: string): void
}

const ago = (time: number): string => {
  const passed = Date.now() - time
  return passed < 5000 ? say('common.now') : duration(passed)
}

interface ChoiceProps extends LastTenProps {
  readonly said: Said
  onDone(): void
}

/** What else could have been said. */
const Choice = ({ said, classes, onChange, onDone }: ChoiceProps) => {
  const choose = (deed: Said['deed'], label?: string) => {
    onChange(said, deed, label)
    onDone()
  }
  return (
    <div class="choice">
      {classes.map((label) => (
        <button
          key={label}
          type="button"
          class="button"
          aria-pressed={said.deed === 'answer' && said.label === label}
          onClick={() => choose('answer', label)}
        >
          <ClassName classes={classes} label={label} />
        </button>
      ))}
      <button
        type="button"
        class="button"
        aria-pressed={said.deed === 'unsure'}
        onClick={() => choose('unsure')}
      >
        <ClassName classes={classes} label={say('label.last.unsure')} />
      </button>
    </div>
  )
}

/** The last ten answers as a list; each opens a small choice. */
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
              <ClassName classes={classes} label={deedWord(said)} />
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

const signOf = (said: Said): string => {
  if (said.deed !== 'answer') return said.deed === 'skip' ? '–' : '?'
  return [...(said.label ?? '')][0]?.toUpperCase() ?? ''
}

/** The last ten answers in a line, where there is no room for a list. */
export const StripOfTen = (props: LastTenProps) => {
  const { last, classes } = props
  const [open, setOpen] = useState<Said>()
  if (last.length === 0) return null
  return (
    <div class="strip">
      <span aria-hidden="true">{say('label.last.strip')}</span>
      {last.map((said) => (
        <button
          key={said.question.id}
          type="button"
          class="of-class"
          data-class={said.deed === 'answer' ? colourOf(classes, said.label ?? '') : 0}
          aria-label={say('label.last.change', { label: deedWord(said), title: said.title })}
          onClick={() => setOpen(said)}
        >
          {signOf(said)}
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
