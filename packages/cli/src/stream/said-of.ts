import { AskanceError } from '@askance/core'

/** The same error, said of another source. What is no error of ours stays as it is. */
export const saidOf = (error: unknown, source: string): unknown => {
  if (!(error instanceof AskanceError) || error.position?.source === source) return error
  const { code, details, message, position } = error
  const place = [position?.source, position?.line, position?.column].filter((part) => part !== undefined)
  const bare = place.length === 0 ? message : message.slice(`${place.join(':')}: `.length)
  return new AskanceError(code, bare, details, { ...position, source })
}
