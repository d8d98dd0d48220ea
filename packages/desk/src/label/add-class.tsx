import { type AskanceClient, unwrap } from '@askance/server/client'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { changeStream } from '../parts/change-stream.js'
import { KeyCap } from '../parts/key-cap.js'
import { errorMessage } from '../parts/problem.js'
import { say } from '../words/say.js'

const MAX_LENGTH = 200

/**
 * Returns the error in a new class name, or an empty string.
 *
 * @example
 * classNameError('news', ['ham', 'spam']) // => ''
 */
export const classNameError = (name: string, classes: readonly string[]): string => {
  if (name === '') return say('label.add.missing')
  if (name.length > MAX_LENGTH) return say('label.add.tooLong', { count: MAX_LENGTH })
  return classes.includes(name) ? say('label.add.exists', { label: name }) : ''
}

/** Reads the stream first, so that classes added by others are kept. */
export const addClass = async (client: AskanceClient, stream: string, name: string): Promise<void> => {
  const latest = await unwrap(client.GET('/v1/streams/{stream}', { params: { path: { stream } } }))
  const { classes } = latest.config
  if (!classes.includes(name)) await changeStream(client, latest, { classes: [...classes, name] })
}

interface AddClassProps {
  readonly classes: readonly string[]
  onAdd(name: string): Promise<void>
  onClose(): void
}

/** Form for a new class; submitting it answers the current item. */
export const AddClass = ({ classes, onAdd, onClose }: AddClassProps) => {
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // Before the next key: what is typed is the name, not answers.
  useLayoutEffect(() => field.current?.focus(), [])
  const submit = async (event: Event) => {
    event.preventDefault()
    const given = name.trim()
    const found = classNameError(given, classes)
    setError(found)
    if (found !== '') return field.current?.focus()
    setBusy(true)
    try {
      await onAdd(given)
    } catch (cause) {
      setError(errorMessage(cause))
      setBusy(false)
    }
  }
  return (
    <form
      class="add-class"
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <label class="unseen" for="new-class">
        {say('label.add.name')}
      </label>
      <input
        id="new-class"
        ref={field}
        class="input"
        autocomplete="off"
        maxLength={MAX_LENGTH}
        placeholder={say('label.add.example')}
        value={name}
        aria-invalid={error !== ''}
        aria-describedby={error === '' ? undefined : 'new-class-error'}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" class="button primary" disabled={isBusy}>
        {say('label.add.submit')}
      </button>
      <button type="button" class="button quiet" onClick={onClose}>
        {say('common.cancel')} <KeyCap name="esc" />
      </button>
      {error !== '' && (
        <span class="fault" id="new-class-error" role="alert">
          {error}
        </span>
      )}
    </form>
  )
}
