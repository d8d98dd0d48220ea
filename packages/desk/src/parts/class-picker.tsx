import type { RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { say } from '../words/say.js'
import { filterClasses, optionAbove } from './class-filter.js'
import { classColour, WrappingName } from './class-name.js'

interface ClassPickerProps {
  readonly classes: readonly string[]
  /** Classes to list first. */
  readonly first?: readonly string[]
  /** A class to highlight. */
  readonly hit?: string | undefined
  readonly isDisabled?: boolean
  /** Whether the search box gets the focus when it appears. */
  readonly isFocused?: boolean
  /** The search box, for shortcuts that focus it. */
  readonly field?: RefObject<HTMLInputElement | null>
  onPick(label: string): void
  /** Called when Escape or the close button leaves the search. */
  onClose?(): void
}

/** More are found by typing. */
const MAX_SHOWN = 200

/** Keeps the focus in the search box, or off the buttons. */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/**
 * A search box and the classes that match. Only Enter and a click choose one, so typing a name never does. On phones it
 * covers the page while the search box has the focus.
 */
export const ClassPicker = (props: ClassPickerProps) => {
  const { classes, first, hit, isDisabled = false, isFocused = false } = props
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const field = props.field ?? own
  const list = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  /** No option is active before something was typed or an arrow pressed, so that Enter alone chooses nothing. */
  const [place, setPlace] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const found = useMemo(() => filterClasses(classes, query, first), [classes, query, first])
  const shown = found.slice(0, MAX_SHOWN)
  const active = isOpen ? Math.min(place, shown.length - 1) : -1
  useEffect(() => {
    if (isFocused) field.current?.focus()
  }, [isFocused, field])
  useLayoutEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const search = (text: string) => {
    setQuery(text)
    setPlace(text === '' ? -1 : 0)
  }
  const leave = () => {
    search('')
    field.current?.blur()
  }
  const close = () => {
    leave()
    props.onClose?.()
  }
  const pick = (label: string) => {
    leave()
    props.onPick(label)
  }
  const move = (key: string) => {
    if (active < 0) return setPlace(0)
    if (key === 'ArrowLeft' || key === 'ArrowRight')
      return setPlace(Math.max(0, Math.min(active + (key === 'ArrowLeft' ? -1 : 1), shown.length - 1)))
    const boxes = Array.from(list.current?.children ?? [], (option) => option.getBoundingClientRect())
    setPlace(optionAbove(boxes, active, key === 'ArrowUp' ? -1 : 1))
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    if (key === 'Enter') {
      const label = shown[active]
      if (label !== undefined && !event.repeat && !isDisabled) pick(label)
    } else if (key === 'Escape') close()
    else if (key.startsWith('Arrow') && shown.length > 0) move(key)
    else return
    event.preventDefault()
  }
  return (
    <div class="class-picker" data-open={isOpen}>
      <div class="class-search">
        <input
          ref={field}
          class="input"
          type="text"
          role="combobox"
          aria-label={say('picker.search')}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterkeyhint="done"
          placeholder={say('picker.placeholder', { count: classes.length })}
          value={query}
          disabled={isDisabled}
          // biome-ignore lint/a11y/noAutofocus: a dialog that opens gives its focus to this element
          autoFocus={isFocused}
          onInput={({ currentTarget }) => search(currentTarget.value)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={press}
        />
        <button type="button" class="button quiet" onMouseDown={keepFocus} onClick={close}>
          {say('common.close')}
        </button>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        class="class-options"
        role="listbox"
        aria-label={say('picker.classes')}
        onMouseDown={keepFocus}
      >
        {shown.map((label, at) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the search box keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the search box chooses it
          <div
            key={label}
            id={`${id}-${at}`}
            class="class-option of-class"
            role="option"
            aria-selected={at === active}
            aria-disabled={isDisabled}
            data-class={classColour(classes, label)}
            data-hit={label === hit}
            title={label}
            onClick={() => !isDisabled && pick(label)}
          >
            <span>
              <WrappingName name={label} />
            </span>
          </div>
        ))}
      </div>
      <p class={query !== '' && found.length === 0 ? 'class-none' : 'unseen'} role="status">
        {query !== '' &&
          (found.length === 0 ? say('picker.none', { query }) : say('picker.found', { count: found.length }))}
      </p>
    </div>
  )
}
