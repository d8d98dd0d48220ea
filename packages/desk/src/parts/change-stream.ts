import { type AskanceClient, ProblemError, type Schemas, unwrap } from '@askance/server/client'
import { useState } from 'preact/hooks'
import { useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { EditConflict, errorMessage } from './problem.js'

interface Versioned {
  readonly id: string
  readonly version: number
}

/** Updates a stream unless it was changed since it was read. */
export const changeStream = async (
  client: AskanceClient,
  { id, version }: Versioned,
  body: Schemas['StreamChange'],
): Promise<void> => {
  const params = { path: { stream: id }, header: { 'If-Match': `"${version}"` } }
  try {
    await unwrap(client.PATCH('/v1/streams/{stream}', { params, body }))
  } catch (cause) {
    const isOld = cause instanceof ProblemError && (cause.status === 409 || cause.status === 412)
    throw isOld ? new EditConflict() : cause
  }
}

/** Resumes a paused stream. */
export const useResume = (stream: Versioned, onChanged: () => void) => {
  const { client } = useSession()
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    setError(
      await changeStream(client, stream, { paused: false }).then(
        () => '',
        (cause) => say('common.failed', { reason: errorMessage(cause) }),
      ),
    )
    setBusy(false)
    onChanged()
  }
  return { resume: () => void resume(), isBusy, error }
}
