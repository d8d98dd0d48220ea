import { unwrap } from '@askance/server/client'
import { useState } from 'preact/hooks'
import { Copy } from '../parts/copy.js'
import { useLoaded } from '../parts/loaded.js'
import { formatDuration } from '../parts/numbers.js'
import { errorMessage, Problem } from '../parts/problem.js'
import { formatTime } from '../parts/times.js'
import { useStream } from '../shell/follow.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { Head } from './head.js'

const DEFAULT_DAYS = 14
const DAY_CHOICES = [1, 7, 14, 30, 90, 365]

/** The link that signs a person in. The token is in the fragment, which is not sent to any server. */
const linkFor = (token: string): string => `${location.origin}/join#${token}`

/** Invite links for labellers: create, list and revoke. */
export const People = ({ stream }: { readonly stream: string }) => {
  const { client, me, anonymous } = useSession()
  const detail = useStream(stream)
  const isOwner = hasRole(me.role, 'owner') && !anonymous
  const invites = useLoaded(
    async (signal) =>
      isOwner
        ? (await unwrap(client.GET('/v1/streams/{stream}/invites', { params: { path: { stream } }, signal })))
            .items
        : [],
    [client, stream, isOwner],
  )
  const [made, setMade] = useState<{ readonly name: string; readonly link: string }>()
  const [error, setError] = useState<unknown>()
  const revoke = async (id: string) => {
    try {
      await unwrap(client.DELETE('/v1/streams/{stream}/invites/{id}', { params: { path: { stream, id } } }))
      setMade(undefined)
    } catch (cause) {
      setError(cause)
    }
    invites.reload()
  }
  return (
    <main id="main" class="page items-page">
      <Head stream={stream} detail={detail.data} tab="people" />
      {!isOwner && <p class="muted">{say(anonymous ? 'people.anonymous' : 'people.ownersOnly')}</p>}
      {isOwner && (
        <>
          <section class="panel" aria-labelledby="invite-title">
            <div class="panel-head">
              <h2 id="invite-title">{say('people.invite')}</h2>
              <span class="note">{say('people.note')}</span>
            </div>
            <InviteForm
              stream={stream}
              onMade={(name, token) => {
                setMade({ name, link: linkFor(token) })
                invites.reload()
              }}
            />
            {made && (
              <div class="invite-link" role="status">
                <p>{say('people.made', { name: made.name })}</p>
                <p>
                  <code class="mono">{made.link}</code> <Copy text={made.link} />
                </p>
              </div>
            )}
          </section>
          {error !== undefined && <Problem error={error} />}
          {invites.error !== undefined && <Problem error={invites.error} onRetry={invites.reload} />}
          <section class="panel" aria-labelledby="invites-title">
            <div class="panel-head">
              <h2 id="invites-title">{say('people.list')}</h2>
            </div>
            {invites.data?.length === 0 && <p class="muted">{say('people.none')}</p>}
            <ul class="invites">
              {invites.data?.map((invite) => (
                <li key={invite.id}>
                  <b>{invite.name}</b>
                  <span class="faint">
                    {say('people.created', { time: formatTime(invite.created, Date.now()) })}
                  </span>
                  <span class="faint">{expiryText(invite.expires)}</span>
                  <span class="faint">
                    {invite.used === undefined
                      ? say('people.unused')
                      : say('people.used', { time: formatTime(invite.used, Date.now()) })}
                  </span>
                  <button type="button" class="button quiet" onClick={() => void revoke(invite.id)}>
                    {say('people.revoke')} <span class="unseen">{invite.name}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </main>
  )
}

const expiryText = (expires: number | undefined): string => {
  if (expires === undefined) return say('people.never')
  const left = expires - Date.now()
  return left <= 0 ? say('people.expired') : say('people.expires', { time: formatDuration(left) })
}

interface InviteFormProps {
  readonly stream: string
  onMade(name: string, token: string): void
}

const InviteForm = ({ stream, onMade }: InviteFormProps) => {
  const { client } = useSession()
  const [name, setName] = useState('')
  const [days, setDays] = useState(DEFAULT_DAYS)
  const [mayExport, setMayExport] = useState(true)
  const [error, setError] = useState('')
  const submit = async (event: Event) => {
    event.preventDefault()
    const given = name.trim()
    if (given === '') return setError(say('people.missing'))
    try {
      const made = await unwrap(
        client.POST('/v1/streams/{stream}/invites', {
          params: { path: { stream } },
          body: { name: given, days, ...(!mayExport && { actions: ['answer'] }) },
        }),
      )
      setError('')
      setName('')
      onMade(made.name, made.token)
    } catch (cause) {
      setError(errorMessage(cause))
    }
  }
  return (
    <form class="invite-form" noValidate onSubmit={(event) => void submit(event)}>
      <label class="filter-field">
        <span>{say('people.name')}</span>
        <input
          class="input"
          autocomplete="off"
          maxLength={80}
          value={name}
          aria-invalid={error !== ''}
          aria-describedby={error === '' ? undefined : 'invite-error'}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
      </label>
      <label class="filter-field narrow">
        <span>{say('people.days')}</span>
        <select
          class="input"
          value={days}
          onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
        >
          {DAY_CHOICES.map((count) => (
            <option key={count} value={count}>
              {say('people.dayCount', { count })}
            </option>
          ))}
        </select>
      </label>
      <label class="check small">
        <input type="checkbox" checked={mayExport} onChange={() => setMayExport(!mayExport)} />
        <span>{say('people.mayExport')}</span>
      </label>
      <button type="submit" class="button primary">
        {say('people.create')}
      </button>
      {error !== '' && (
        <span class="fault" id="invite-error" role="alert">
          {error}
        </span>
      )}
    </form>
  )
}
