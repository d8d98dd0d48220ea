import { type Schemas, unwrap } from '@askance/server/client'
import { useRef, useState } from 'preact/hooks'
import { Copy } from '../parts/copy.js'
import { errorMessage } from '../parts/problem.js'
import type { StreamDetail } from '../shell/follow.js'
import { useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { Field } from './field.js'
import { emptyHook, type HookDraft, hookBody, hookEvents, hookEventTexts, shareOf } from './hook-draft.js'

type Hook = Schemas['Hook']
/** A webhook and the state of its latest message. */
type ListedHook = Hook & { readonly latest: Schemas['Delivery']['state'] | 'none' }

/** The webhooks of a stream, loaded when the section is opened. */
export const Webhooks = ({ stream }: { readonly stream: StreamDetail }) => {
  const { client } = useSession()
  const [hooks, setHooks] = useState<readonly ListedHook[]>()
  const [created, setCreated] = useState<Schemas['CreatedHook']>()
  const [news, setNews] = useState('')
  const summary = useRef<HTMLElement>(null)
  const isBusy = useRef(false)
  const path = { stream: stream.id }

  const load = async () => {
    const { items } = await unwrap(client.GET('/v1/streams/{stream}/hooks', { params: { path } }))
    const listed = items.map(async (hook) => {
      const params = { path: { ...path, hook: hook.id }, query: { limit: 1 } }
      const deliveries = await unwrap(client.GET('/v1/streams/{stream}/hooks/{hook}/deliveries', { params }))
      return { ...hook, latest: deliveries.items[0]?.state ?? ('none' as const) }
    })
    setHooks(await Promise.all(listed))
  }
  /** One at a time: a second click while the first is under way does nothing. */
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    if (isBusy.current) return false
    isBusy.current = true
    setNews('')
    try {
      await work()
      return true
    } catch (error) {
      setNews(errorMessage(error))
      return false
    } finally {
      isBusy.current = false
    }
  }
  // The list is loaded on its own: if only that fails, the webhook was created and its secret stays on the page.
  const create = async (draft: HookDraft): Promise<boolean> => {
    const isCreated = await attempt(async () =>
      setCreated(
        await unwrap(client.POST('/v1/streams/{stream}/hooks', { params: { path }, body: hookBody(draft) })),
      ),
    )
    if (isCreated) await attempt(load)
    return isCreated
  }
  const remove = async ({ id }: Hook): Promise<void> => {
    const params = { path: { ...path, hook: id } }
    const isRemoved = await attempt(async () => {
      await unwrap(client.DELETE('/v1/streams/{stream}/hooks/{hook}', { params }))
    })
    if (!isRemoved) return
    setCreated((one) => (one?.id === id ? undefined : one))
    // The button that had the focus is gone.
    summary.current?.focus()
    if (await attempt(load)) setNews(say('dashboard.webhooks.removed'))
  }
  return (
    <details class="webhooks" onToggle={({ currentTarget }) => currentTarget.open && void attempt(load)}>
      <summary ref={summary}>{say('dashboard.webhooks.title')}</summary>
      <p class="hint">{say('dashboard.webhooks.hint')}</p>
      {hooks?.length === 0 && <p class="small">{say('dashboard.webhooks.none')}</p>}
      <ul>
        {hooks?.map((hook) => (
          <HookRow key={hook.id} hook={hook} onRemove={() => void remove(hook)} />
        ))}
      </ul>
      {created && (
        <p class="notice" role="status">
          <span>
            {say('dashboard.webhooks.secret')} <code>{created.secret}</code>
          </span>
          <Copy text={created.secret} />
        </p>
      )}
      {hooks && <HookForm classes={stream.config.classes} onCreate={create} />}
      <p role="status" class="small">
        {news}
      </p>
    </details>
  )
}

const HookRow = ({ hook, onRemove }: { readonly hook: ListedHook; onRemove(): void }) => {
  const { url, events, filter, latest } = hook
  const named = hookEvents.filter((event) => events.includes(event))
  const shown = events.includes('*') ? [say('dashboard.webhooks.allEvents')] : []
  const texts = [...shown, ...named.map((event) => say(`dashboard.webhooks.event.${hookEventTexts[event]}`))]
  const label = filter?.classes?.join(', ') ?? say('dashboard.webhooks.anyClass')
  const percent = String(Math.round(1000 * (filter?.minConfidence ?? 0)) / 10)
  return (
    <li>
      <span>
        <code>{url}</code>
        <span class="hint">
          {texts.join('; ')}
          {filter && `: ${say('dashboard.webhooks.filter', { label, percent })}`}
          {'; '}
          {say(`dashboard.webhooks.latest.${latest}`)}
        </span>
      </span>
      <button
        type="button"
        class="button quiet"
        aria-label={say('dashboard.webhooks.remove', { url })}
        onClick={onRemove}
      >
        {say('dashboard.webhooks.removeShort')}
      </button>
    </li>
  )
}

interface FormProps {
  readonly classes: readonly string[]
  /** Resolves to false if it was refused. */
  onCreate(draft: HookDraft): Promise<boolean>
}

const HookForm = ({ classes, onCreate }: FormProps) => {
  const [draft, setDraft] = useState(emptyHook)
  const [isChecked, setChecked] = useState(false)
  const set = (part: Partial<HookDraft>) => setDraft((before) => ({ ...before, ...part }))
  const hasPredictions = draft.events.includes('item.predicted')
  const isWrong = hasPredictions && shareOf(draft.percent) === null
  const create = async (event: Event) => {
    event.preventDefault()
    setChecked(true)
    if (isWrong || draft.events.length === 0) return
    if (!(await onCreate(draft))) return
    setDraft(emptyHook)
    setChecked(false)
  }
  return (
    <form onSubmit={(event) => void create(event)}>
      <Field id="hook-url" label={say('dashboard.webhooks.url')}>
        <input
          id="hook-url"
          class="input"
          type="url"
          required
          maxLength={2000}
          placeholder="https://"
          value={draft.url}
          onInput={({ currentTarget }) => set({ url: currentTarget.value })}
        />
      </Field>
      <fieldset class="field">
        <legend>{say('dashboard.webhooks.events')}</legend>
        {hookEvents.map((name) => (
          <label key={name} class="tick">
            <input
              type="checkbox"
              checked={draft.events.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                set({
                  events: hookEvents.filter((one) => (one === name ? checked : draft.events.includes(one))),
                })
              }
            />{' '}
            {say(`dashboard.webhooks.event.${hookEventTexts[name]}`)}
          </label>
        ))}
        {isChecked && draft.events.length === 0 && (
          <span class="fault" role="alert">
            {say('dashboard.webhooks.eventsError')}
          </span>
        )}
      </fieldset>
      {hasPredictions && (
        <div class="budget">
          <Field id="hook-class" label={say('dashboard.webhooks.class')}>
            <select
              id="hook-class"
              class="input"
              value={draft.label}
              onChange={({ currentTarget }) => set({ label: currentTarget.value })}
            >
              <option value="">{say('dashboard.webhooks.anyClass')}</option>
              {classes.map((label) => (
                <option key={label} value={label}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
          <Field
            id="hook-percent"
            label={say('dashboard.webhooks.confidence')}
            error={isChecked && isWrong ? say('dashboard.webhooks.confidenceError') : undefined}
          >
            <input
              id="hook-percent"
              class="input short"
              inputMode="decimal"
              value={draft.percent}
              aria-invalid={isChecked && isWrong}
              onInput={({ currentTarget }) => set({ percent: currentTarget.value })}
            />
          </Field>
        </div>
      )}
      <p>
        <button type="submit" class="button">
          {say('dashboard.webhooks.create')}
        </button>
      </p>
    </form>
  )
}
