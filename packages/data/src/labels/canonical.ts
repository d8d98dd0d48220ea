/**
 * The one spelling of a label: whole numbers lose their plus sign and an empty fraction; all else stays as it is.
 *
 * @example
 * canonicalLabel('+1') // => '1'
 * canonicalLabel('-1.00') // => '-1'
 * canonicalLabel('0.5') // => '0.5'
 * canonicalLabel('007') // => '007'
 */
export const canonicalLabel = (text: string): string => {
  const whole = /^([+-]?)(0|[1-9]\d*)(?:\.0*)?$/.exec(text)
  if (!whole) return text
  const [, sign, digits] = whole as unknown as [string, string, string]
  return sign === '-' && digits !== '0' ? `-${digits}` : digits
}
