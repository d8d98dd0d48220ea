/**
 * The name of a parameter in words.
 *
 * @example
 * parameterTitle('stepSize') // => 'step size'
 */
export const parameterTitle = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/**
 * Formats a parameter value briefly.
 *
 * @example
 * parameterValue(0.0215) // => '0.0215'
 * parameterValue(0.000001) // => '1e-6'
 */
export const parameterValue = (value: number): string => {
  const size = Math.abs(value)
  const rounded = Number(value.toPrecision(3))
  return size !== 0 && (size < 0.001 || size >= 100_000)
    ? rounded.toExponential().replace('e+', 'e')
    : String(rounded)
}
