import { ProblemError } from '@askance/server/client'
import { say } from '../words/say.js'

/** The stream was changed since it was read. */
export class EditConflict extends Error {
  constructor() {
    super(say('common.editConflict'))
  }
}

/** Returns the message of an error. */
export const errorMessage = (error: unknown): string => {
  if (error instanceof ProblemError || error instanceof EditConflict) return error.message
  return error instanceof TypeError ? say('common.noConnection') : String(error)
}

/** An error message with a retry button. */
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
