import { useState } from 'preact/hooks'
import { Dialog } from '../parts/dialog.js'
import { RichText, say } from '../words/say.js'
import { type Session, signOut } from './session.js'
import { readStored, writeStored } from './storage.js'
import { switchTheme } from './theme.js'

interface AccountDialogProps {
  readonly session: Session
  readonly open: boolean
  onHelp(): void
  onClose(): void
}

/** Reloads the app, because the session changes. */
const begin = (url = '/'): void => location.assign(url)

export const AccountDialog = ({ session, open, onHelp, onClose }: AccountDialogProps) => {
  const { me, anonymous } = session
  const [name, setName] = useState(readStored('name') ?? '')
  const save = (event: Event) => {
    event.preventDefault()
    writeStored('name', name.trim())
    begin()
  }
  return (
    <Dialog title={say('shell.account.title')} open={open} onClose={onClose} class="you">
      <div class="whoami">
        <p>
          <RichText k="shell.account.role" role={<b>{say(`shell.roles.${me.role}`)}</b>} />{' '}
          {me.stream !== undefined && say('shell.account.oneStream', { stream: me.stream })}
        </p>
        {anonymous ? (
          <form onSubmit={save} class="whoami">
            <div class="field">
              <label for="your-name">{say('shell.account.name')}</label>
              <input
                id="your-name"
                class="input"
                maxLength={80}
                required
                value={name}
                aria-describedby="your-name-hint"
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
              <span class="hint" id="your-name-hint">
                {say('shell.account.nameHint')}
              </span>
            </div>
            <p>
              <button type="submit" class="button primary">
                {say('common.save')}
              </button>
            </p>
          </form>
        ) : (
          <p>
            <button
              type="button"
              class="button"
              onClick={() => void signOut(session).then(begin, () => begin())}
            >
              {say('shell.account.signOut')}
            </button>
          </p>
        )}
        {/* The bar hides these on phones. */}
        <p class="beside">
          <button type="button" class="button quiet" onClick={switchTheme}>
            {say('shell.theme')}
          </button>
          <button
            type="button"
            class="button quiet"
            onClick={() => {
              onClose()
              onHelp()
            }}
          >
            {say('shell.help')}
          </button>
        </p>
      </div>
    </Dialog>
  )
}
