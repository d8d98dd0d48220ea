import { unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type LabelOrLabels, labelBody, labelText } from '../parts/labels.js'
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
  const [label, setLabel] = useState<LabelOrLabels>(item.predicted)
  const [isBusy, setBusy] = useState(false)
  const send = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    try {
      const { answers } = await unwrap(
        client.POST('/v1/streams/{stream}/answers', {
          params: { path: { stream } },
          body: { answers: [{ id: item.id, ...labelBody(label) }] },
        }),
      )
      const [answered] = answers
      if (!answered || answered.outcome === 'removed') return
      onNews(
        answered.outcome === 'refused'
          ? say('dashboard.detail.outcomes.refused', { detail: answered.detail })
          : say(`dashboard.detail.outcomes.${answered.outcome}`, {
              label: labelText('labels' in answered ? answered.labels : answered.label),
            }),
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
      {typeof label === 'string' ? (
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
      ) : (
        <SeveralLabels labels={label} asked={askedIn(item, classes)} onChange={setLabel} />
      )}
      <button type="submit" class="button" disabled={isBusy}>
        {say('dashboard.detail.correct')}
      </button>
      <p class="hint" id="correct-note">
        {say('dashboard.detail.correctNote')}
      </p>
    </form>
  )
}

/** The classes asked about; only these learn from a correction. An item that was not asked learns all. */
const askedIn = ({ asked, decision }: ItemDetail, classes: readonly string[]): readonly string[] =>
  asked && decision && 'byClass' in decision ? decision.classes : classes

interface SeveralLabelsProps {
  readonly labels: readonly string[]
  readonly asked: readonly string[]
  onChange(labels: readonly string[]): void
}

/** A box for each class that was asked about. */
const SeveralLabels = ({ labels, asked, onChange }: SeveralLabelsProps) => (
  <fieldset class="field" aria-describedby="correct-note">
    <legend>{say('dashboard.detail.correctAs')}</legend>
    {asked.map((label) => (
      <label key={label} class="check">
        <input
          type="checkbox"
          checked={labels.includes(label)}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.checked ? [...labels, label] : labels.filter((one) => one !== label))
          }
        />{' '}
        {label}
      </label>
    ))}
  </fieldset>
)
