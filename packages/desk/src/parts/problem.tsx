import { ProblemError } from '@askance/server/client'
import { say } from '../words/say.js'

/** Somebody else has changed the stream since it was read. */
export class EditConflict extends Error {
  constructor() {
    super(say('common.editConflict'))
  }
}

/** What went wrong, in a sentence. */
export const errorMessage = (error: unknown): string => {
  if (error instanceof ProblemError || error instanceof EditConflict) return error.message
  return error instanceof TypeError ? say('common.noConnection') : String(error)
}

/** What went wrong, and a way to try again. */
export const Problem = ({ error, onRetry }: { readonly error: unknown; onRetry?(): void }) => (
  <div class="notice bad" role="alert">
    <span>{say('common.failed', { reason: errorMessage(error) })}</span>
    {onRetry && (
      <button type="button" class="button" onClick={onRetry}>
        {say('common.tryAgain')}
      </button>
    )}
  </div>
)
