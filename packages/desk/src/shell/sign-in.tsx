import { useEffect, useRef, useState } from 'preact/hooks'
import { useLoaded } from '../parts/loaded.js'
import { errorMessage } from '../parts/problem.js'
import { say } from '../words/say.js'
import { readSignIn, signIn } from './session.js'
import { useTitle } from './title.js'

/** The page that the person wanted to see. */
const returnPath = (): string =>
  location.pathname === '/sign-in' ? '/' : `${location.pathname}${location.search}`

export const SignIn = ({ onDone }: { onDone(): void }) => {
  const [token, setToken] = useState('')
  const [stay, setStay] = useState(false)
  const [error, setError] = useState('')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [error])
  useTitle({ view: 'sign-in' })
  const submit = async (event: Event) => {
    event.preventDefault()
    const given = token.trim()
    if (given === '') return setError(say('shell.signIn.missing'))
    try {
      if (await signIn(given, stay)) onDone()
      else setError(say('shell.signIn.invalid'))
    } catch (cause) {
      setError(errorMessage(cause))
    }
  }
  const { oidc } = useLoaded(readSignIn, []).data ?? {}
  return (
    <main id="main" class="page">
      <div class="sign-in">
        <div>
          <h1 class="title">{say('shell.signIn.title')}</h1>
          <p class="muted">{say(oidc ? 'shell.signIn.leadWith' : 'shell.signIn.lead')}</p>
        </div>
        {oidc && (
          <p>
            <a class="button primary" href={`${oidc.url}?returnTo=${encodeURIComponent(returnPath())}`}>
              {say('shell.signIn.with', { label: oidc.label })}
            </a>
          </p>
        )}
        <form onSubmit={(event) => void submit(event)} noValidate>
          <div class="field">
            <label for="token">{say('shell.signIn.token')}</label>
            <input
              id="token"
              ref={input}
              class="input mono"
              type="password"
              autocomplete="current-password"
              value={token}
              aria-invalid={error !== ''}
              aria-describedby={error === '' ? undefined : 'token-error'}
              onInput={({ currentTarget }) => setToken(currentTarget.value)}
            />
            {error !== '' && (
              <span class="fault" id="token-error" role="alert">
                {error}
              </span>
            )}
          </div>
          <label class="check small">
            <input type="checkbox" checked={stay} onChange={() => setStay(!stay)} />
            <span>
              {say('shell.signIn.remember')}
              <span class="faint">{say('shell.signIn.rememberHint')}</span>
            </span>
          </label>
          <p>
            <button type="submit" class={oidc ? 'button' : 'button primary'}>
              {say('shell.signIn.submit')}
            </button>
          </p>
        </form>
      </div>
    </main>
  )
}
