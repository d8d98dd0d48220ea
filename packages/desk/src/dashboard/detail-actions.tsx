import { unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { errorMessage } from '../parts/problem.js'
import { useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import type { ItemDetail } from './api.js'

interface ActionsProps {
  readonly stream: string
  readonly item: ItemDetail
  readonly classes: readonly string[]
  onChange(): void
}

/** Owner actions: correct the label or erase the item. */
export const DetailActions = ({ stream, item, classes, onChange }: ActionsProps) => {
  const { client } = useSession()
  const [isSure, setSure] = useState(false)
  const [news, setNews] = useState('')
  const cancel = useRef<HTMLButtonElement>(null)
  const status = useRef<HTMLParagraphElement>(null)
  // The focused button no longer exists.
  useEffect(() => {
    if (isSure) cancel.current?.focus()
  }, [isSure])
  const erase = async () => {
    try {
      await unwrap(
        client.DELETE('/v1/streams/{stream}/items/{id}', { params: { path: { stream, id: item.id } } }),
      )
      setNews(say('dashboard.detail.erased'))
      setSure(false)
      status.current?.focus()
      onChange()
    } catch (error) {
      setNews(errorMessage(error))
    }
  }
  return (
    <section class="actions">
      {(item.asked || item.content !== null) && (
        <Correct stream={stream} item={item} classes={classes} onChange={onChange} onNews={setNews} />
      )}
      {item.content !== null && !isSure && (
        <p>
          <button type="button" class="button danger" onClick={() => setSure(true)}>
            {say('dashboard.detail.erase')}
          </button>
        </p>
      )}
      {isSure && (
        <div class="notice bad">
          <span>{say('dashboard.detail.eraseSure')}</span>
          <button type="button" class="button" ref={cancel} onClick={() => setSure(false)}>
            {say('common.cancel')}
          </button>
          <button type="button" class="button danger" onClick={() => void erase()}>
            {say('dashboard.detail.eraseYes')}
          </button>
        </div>
      )}
      <p role="status" class="small" tabIndex={-1} ref={status}>
        {news}
      </p>
    </section>
  )
}

const Correct = ({
  stream,
  item,
  classes,
  onChange,
  onNews,
}: ActionsProps & { onNews(news: string): void }) => {
  const { client } = useSession()
  const [label, setLabel] = useState(item.predicted)
  const [isBusy, setBusy] = useState(false)
  const send = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { answers } = await unwrap(
        client.POST('/v1/streams/{stream}/answers', {
          params: { path: { stream } },
          body: { answers: [{ id: item.id, label }] },
        }),
      )
      const [answered] = answers
      if (!answered || answered.outcome === 'removed') return
      onNews(
        answered.outcome === 'refused'
          ? say('dashboard.detail.outcomes.refused', { detail: answered.detail })
          : say(`dashboard.detail.outcomes.${answered.outcome}`, { label: answered.label }),
      )
      onChange()
    } catch (error) {
      onNews(errorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form class="correct" onSubmit={(event) => void send(event)}>
      <div class="field">
        <label for="correct-label">{say('dashboard.detail.correctAs')}</label>
        <select
          id="correct-label"
          class="input"
          value={label}
          aria-describedby="correct-note"
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        >
          {classes.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="button" disabled={isBusy}>
        {say('dashboard.detail.correct')}
      </button>
      <p class="hint" id="correct-note">
        {say('dashboard.detail.correctNote')}
      </p>
    </form>
  )
}
