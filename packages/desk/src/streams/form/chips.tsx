import { useRef, useState } from 'preact/hooks'
import { say } from '../../words/say.js'
import { Below, controlId, controlProps } from './field.js'
import { type FormErrors, isLabel } from './form.js'
import { isComplete, namesIn } from './names.js'

interface ChipsProps {
  readonly classes: readonly string[]
  readonly errors: FormErrors
  onChange(classes: readonly string[]): void
}

/** Classes with a number key on the desk. */
const KEYS = 9

/** Class input. Enter or a comma adds a class; several can be pasted, and a name in quotes may have commas. */
export const Chips = ({ classes, errors, onChange }: ChipsProps) => {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const take = (text: string): void => {
    const names = namesIn(text)
    const wrong = names.find((name) => !isLabel(name))
    const twice = names.find((name, k) => classes.includes(name) || names.indexOf(name) < k)
    const added = [...new Set(names)].filter((name) => isLabel(name) && !classes.includes(name))
    if (wrong !== undefined) setError(say('streams.error.class', { name: wrong.slice(0, 40) }))
    else setError(twice === undefined ? '' : say('streams.error.sameClass', { name: twice }))
    setTyped(wrong ?? '')
    if (added.length > 0) onChange([...classes, ...added])
  }
  const shown: FormErrors = error === '' ? errors : new Map([['classes', error]])
  return (
    <div class="field">
      <label for={controlId('classes')}>{say('streams.field.classes')}</label>
      <div class={`chips${shown.has('classes') ? ' bad' : ''}`}>
        {classes.map((name, k) => (
          <span class="chip" key={name}>
            {k < KEYS && <kbd>{k + 1}</kbd>}
            <span class="chip-name">{name}</span>
            <button
              type="button"
              aria-label={say('streams.field.removeClass', { name })}
              onClick={() => {
                setError('')
                onChange(classes.filter((one) => one !== name))
                input.current?.focus()
              }}
            >
              ×
            </button>
          </span>
        ))}
        <input
          {...controlProps('classes', shown)}
          ref={input}
          autocomplete="off"
          placeholder={say('streams.field.addClass')}
          value={typed}
          onInput={({ currentTarget: { value } }) => {
            setError('')
            if (isComplete(value)) take(value)
            else setTyped(value)
          }}
          onBlur={() => typed.trim() !== '' && take(typed)}
          onKeyDown={(event) => {
            if (event.isComposing) return
            if (event.key === 'Enter' && typed.trim() !== '') {
              event.preventDefault()
              take(typed)
            } else if (event.key === 'Backspace' && typed === '') onChange(classes.slice(0, -1))
          }}
        />
      </div>
      <Below name="classes" hint={say('streams.field.classesHint')} errors={shown} />
    </div>
  )
}
