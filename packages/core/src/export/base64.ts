declare const atob: (base64: string) => string
declare const btoa: (binary: string) => string

/** As many characters as a call of String.fromCharCode surely takes. */
const SLICE = 2 ** 13

/** Floats as base64 of their 64-bit little-endian form. */
export const floatsToBase64 = (floats: Float64Array): string => {
  const bytes = new Uint8Array(8 * floats.length)
  const view = new DataView(bytes.buffer)
  floats.forEach((value, k) => {
    view.setFloat64(8 * k, value, true)
  })
  let binary = ''
  for (let at = 0; at < bytes.length; at += SLICE)
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  return btoa(binary)
}

/** The floats again; undefined when the text is no base64 of whole floats. */
export const floatsFromBase64 = (text: string): Float64Array | undefined => {
  let binary: string
  try {
    binary = atob(text)
  } catch {
    return undefined
  }
  if (binary.length % 8 !== 0) return undefined
  const view = new DataView(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)).buffer)
  return Float64Array.from({ length: binary.length / 8 }, (_, k) => view.getFloat64(8 * k, true))
}
