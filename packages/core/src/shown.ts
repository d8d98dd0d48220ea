const MAX_LENGTH = 60

/**
 * A wrong value in an error message: a text in quotes, an object or a list as JSON, shortened.
 *
 * @example
 * shownValue('0.1') // => '"0.1"'
 * shownValue({ ratoi: 0.1 }) // => '{"ratoi":0.1}'
 * shownValue(undefined) // => 'undefined'
 */
export const shownValue = (value: unknown): string => {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : written(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

const written = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
