import { useEffect, useState } from 'preact/hooks'
import { errorMessage } from '../parts/problem.js'
import { RichText, say } from '../words/say.js'
import { Link, replaceRoute } from './navigation.js'
import { type Session, signIn } from './session.js'

/** The token of the link. It is removed from the address at once, so that it is neither seen nor kept in the history. */
const takeToken = (): string => {
  const token = location.hash.slice(1)
  if (token !== '') history.replaceState(null, '', location.pathname)
  return token
}

interface JoinProps {
  readonly session: Session | undefined
  /** Called with the new token stored. */
  onDone(): void
}

/** Opens an invite link: stores its token and shows the desk. A signed-in person is asked first. */
export const Join = ({ session, onDone }: JoinProps) => {
  const [token, setToken] = useState(takeToken)
  const [error, setError] = useState('')
  const isAsked = session !== undefined && !session.anonymous && error === ''
  const join = async () => {
    try {
      if (!(await signIn(token, true))) return setError(say('shell.join.invalid'))
      onDone()
      replaceRoute({ view: 'desk' })
    } catch (cause) {
      setError(errorMessage(cause))
    }
  }
  // Another link may be opened in the same tab.
  useEffect(() => {
    const look = () => {
      setError('')
      setToken(takeToken())
    }
    if (location.hash !== '') look()
    addEventListener('hashchange', look)
    return () => removeEventListener('hashchange', look)
  }, [])
  useEffect(() => {
    if (token === '') setError(say('shell.join.missing'))
    else if (session?.anonymous) replaceRoute({ view: 'desk' })
    else if (!session) void join()
  }, [token])
  return (
    <main id="main" class="page">
      <div class="quiet-state">
        <h1>{say('shell.join.title')}</h1>
        {isAsked && (
          <>
            <p>
              <RichText k="shell.join.signedIn" name={<b>{session.me.name}</b>} />
            </p>
            <div class="row">
              <button type="button" class="button primary" onClick={() => void join()}>
                {say('shell.join.use')}
              </button>
              <Link to={{ view: 'streams' }} class="button">
                {say('common.cancel')}
              </Link>
            </div>
          </>
        )}
        {error !== '' && (
          <>
            <p role="alert">{error}</p>
            <div class="row">
              <Link to={{ view: 'sign-in' }} class="button">
                {say('shell.signIn.title')}
              </Link>
            </div>
          </>
        )}
      </div>
    </main>
  )
}
