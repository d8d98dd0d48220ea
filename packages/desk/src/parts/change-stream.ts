import { type AskanceClient, ProblemError, type Schemas, unwrap } from '@askance/server/client'
import { useState } from 'preact/hooks'
import { useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { EditConflict, errorMessage } from './problem.js'

/** A stream as it was read. */
interface Versioned {
  readonly id: string
  readonly version: number
}

/** Changes what a stream is configured to do, unless somebody has changed it since. */
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

/** Lets a paused stream go on. */
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
