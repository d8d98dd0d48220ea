import { unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLoaded } from '../parts/loaded.js'
import { errorMessage, Problem } from '../parts/problem.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { Field } from './field.js'
import { ACTIONS, type Action, sortedGrants, subjectText, toggledActions } from './grants.js'

const SUBJECTS = ['name', 'role:labeller', 'role:reader'] as const

/** Who may read, answer, export and manage a stream, where that differs from what their role allows. */
export const Permissions = ({ stream }: { readonly stream: string }) => {
  const { client, me, anonymous } = useSession()
  const [news, setNews] = useState('')
  const summary = useRef<HTMLElement>(null)
  const path = { stream }
  const grants = useLoaded(
    async (signal) =>
      (await unwrap(client.GET('/v1/streams/{stream}/grants', { params: { path }, signal }))).items,
    [client, stream],
  )
  const isOwner = hasRole(me.role, 'owner') && !anonymous
  const people = useLoaded(
    async (signal) => (isOwner ? (await unwrap(client.GET('/v1/tokens', { signal }))).items : []),
    [client, isOwner],
  )
  // Changes that are not loaded yet, so that the next tick adds to them; they are sent one after the other.
  const [wanted, setWanted] = useState<ReadonlyMap<string, readonly Action[]>>(new Map())
  const queue = useRef<Promise<unknown>>(Promise.resolve())
  const pending = useRef(0)
  useEffect(() => {
    if (pending.current === 0) setWanted(new Map())
  }, [grants.data, grants.error])
  const change = (subject: string, actions: readonly Action[] | undefined): Promise<boolean> => {
    pending.current++
    if (actions) setWanted((before) => new Map(before).set(subject, actions))
    const done = queue.current.then(() => send(subject, actions))
    queue.current = done
    return done
  }
  const send = async (subject: string, actions: readonly Action[] | undefined): Promise<boolean> => {
    const params = { path: { stream, subject } }
    try {
      if (actions)
        await unwrap(
          client.PUT('/v1/streams/{stream}/grants/{subject}', { params, body: { actions: [...actions] } }),
        )
      else await unwrap(client.DELETE('/v1/streams/{stream}/grants/{subject}', { params }))
      // The button that had the focus is gone.
      if (!actions) summary.current?.focus()
      const who = subjectText(subject)
      setNews(say(actions ? 'dashboard.permissions.saved' : 'dashboard.permissions.removed', { who }))
      return true
    } catch (error) {
      setNews(errorMessage(error))
      return false
    } finally {
      pending.current--
      grants.reload()
    }
  }
  const given = sortedGrants(grants.data ?? [])
  // Owners may do everything in every stream, so a grant would not change anything.
  const names = new Set((people.data ?? []).flatMap(({ name, role }) => (role === 'owner' ? [] : [name])))
  return (
    <details class="permissions">
      <summary ref={summary}>{say('dashboard.permissions.title')}</summary>
      <p class="hint">{say('dashboard.permissions.about')}</p>
      {grants.error !== undefined && <Problem error={grants.error} onRetry={grants.reload} />}
      {grants.data && given.length === 0 && <p class="small">{say('dashboard.permissions.none')}</p>}
      <ul>
        {given.map(({ subject, actions }) => (
          <li key={subject}>
            <Actions
              legend={subjectText(subject)}
              actions={wanted.get(subject) ?? actions}
              onChange={(next) => void change(subject, next)}
            />
            <button type="button" class="button quiet" onClick={() => void change(subject, undefined)}>
              {say('dashboard.permissions.remove')} <span class="unseen">{subjectText(subject)}</span>
            </button>
          </li>
        ))}
      </ul>
      <AddGrant
        names={[...names].sort()}
        taken={given.map(({ subject }) => subject)}
        onAdd={(subject, actions) => change(subject, actions)}
      />
      <p role="status" class="small">
        {news}
      </p>
    </details>
  )
}

interface ActionsProps {
  readonly legend: string
  readonly actions: readonly Action[]
  onChange(actions: Action[]): void
}

const Actions = ({ legend, actions, onChange }: ActionsProps) => (
  <fieldset class="actions-of">
    <legend>{legend}</legend>
    {ACTIONS.map((action) => (
      <label key={action} class="tick">
        <input
          type="checkbox"
          checked={actions.includes(action)}
          onChange={() => onChange(toggledActions(actions, action))}
        />{' '}
        {say(`dashboard.permissions.actions.${action}`)}
      </label>
    ))}
    {actions.length === 0 && <span class="hint">{say('dashboard.permissions.hidden')}</span>}
  </fieldset>
)

interface AddGrantProps {
  readonly names: readonly string[]
  /** Who has a grant already. */
  readonly taken: readonly string[]
  onAdd(subject: string, actions: readonly Action[]): Promise<boolean>
}

const NEW: readonly Action[] = ['read', 'answer']

const AddGrant = ({ names, taken, onAdd }: AddGrantProps) => {
  const [kind, setKind] = useState<(typeof SUBJECTS)[number]>('name')
  const [name, setName] = useState('')
  const [actions, setActions] = useState(NEW)
  const [error, setError] = useState<string>()
  const add = async (event: Event) => {
    event.preventDefault()
    const subject = kind === 'name' ? `name:${name.trim()}` : kind
    const isMissing = subject === 'name:'
    if (isMissing || taken.includes(subject)) {
      setError(say(isMissing ? 'dashboard.permissions.missing' : 'dashboard.permissions.taken'))
      document.getElementById(isMissing ? 'grant-name' : 'grant-kind')?.focus()
      return
    }
    setError(undefined)
    if (!(await onAdd(subject, actions))) return
    setName('')
    setActions(NEW)
  }
  return (
    <form class="grant-form" noValidate onSubmit={(event) => void add(event)}>
      <Field id="grant-kind" label={say('dashboard.permissions.who')}>
        <select
          id="grant-kind"
          class="input"
          value={kind}
          onChange={({ currentTarget }) => setKind(SUBJECTS[currentTarget.selectedIndex] ?? 'name')}
        >
          <option value="name">{say('dashboard.permissions.person')}</option>
          <option value="role:labeller">{subjectText('role:labeller')}</option>
          <option value="role:reader">{subjectText('role:reader')}</option>
        </select>
      </Field>
      {kind === 'name' && (
        <Field id="grant-name" label={say('dashboard.permissions.name')}>
          <input
            id="grant-name"
            class="input"
            list="grant-names"
            autocomplete="off"
            maxLength={80}
            value={name}
            aria-invalid={error !== undefined}
            aria-describedby="grant-hint"
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <datalist id="grant-names">
            {names.map((one) => (
              <option key={one} value={one} />
            ))}
          </datalist>
          <span class="hint" id="grant-hint">
            {say('dashboard.permissions.nameHint')}
          </span>
        </Field>
      )}
      <Actions legend={say('dashboard.permissions.may')} actions={actions} onChange={setActions} />
      {error !== undefined && (
        <span class="fault" role="alert">
          {error}
        </span>
      )}
      <p class="buttons">
        <button type="submit" class="button">
          {say('dashboard.permissions.add')}
        </button>
      </p>
    </form>
  )
}
