import { unwrap } from '@askance/server/client'
import { useState } from 'preact/hooks'
import { errorMessage } from '../parts/problem.js'
import { navigate } from '../shell/navigation.js'
import { useSession } from '../shell/session.js'
import { readStored, removeStored } from '../shell/storage.js'
import { say } from '../words/say.js'

/** Deletes a stream after its name is typed. */
export const DeleteStream = ({ id }: { readonly id: string }) => {
  const { client } = useSession()
  const [name, setName] = useState('')
  const [error, setError] = useState('')
  const remove = async (event: Event) => {
    event.preventDefault()
    if (name.trim() !== id) return
    try {
      await unwrap(client.DELETE('/v1/streams/{stream}', { params: { path: { stream: id } } }))
      if (readStored('stream') === id) removeStored('stream')
      navigate({ view: 'streams' })
    } catch (error) {
      setError(errorMessage(error))
    }
  }
  return (
    <details class="delete">
      <summary>{say('dashboard.settingsForm.delete')}</summary>
      <form onSubmit={(event) => void remove(event)}>
        <p class="small" id="delete-text">
          {say('dashboard.settingsForm.deleteText', { name: id })}
        </p>
        <div class="add">
          <input
            class="input mono"
            autocomplete="off"
            aria-label={say('dashboard.settingsForm.deleteName')}
            aria-describedby="delete-text"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="submit" class="button danger" disabled={name.trim() !== id}>
            {say('dashboard.settingsForm.deleteYes')}
          </button>
        </div>
        {error !== '' && (
          <span class="fault" role="alert">
            {error}
          </span>
        )}
      </form>
    </details>
  )
}
