declare const atob: (base64: string) => string
declare const btoa: (binary: string) => string

/** As many characters as a call of String.fromCharCode surely takes. */
const SLICE = 2 ** 13
const DOUBLE = 8
const SINGLE = 4

const toBase64 = (bytes: Uint8Array): string => {
  let binary = ''
  for (let at = 0; at < bytes.length; at += SLICE)
    binary += String.fromCharCode(...bytes.subarray(at, at + SLICE))
  return btoa(binary)
}

const fromBase64 = (text: string): DataView =>
  new DataView(Uint8Array.from(atob(text), (byte) => byte.charCodeAt(0)).buffer)

/** Floats as base64 of their 64-bit little-endian form. */
export const floatsToBase64 = (floats: Float64Array): string => {
  const bytes = new Uint8Array(DOUBLE * floats.length)
  const view = new DataView(bytes.buffer)
  floats.forEach((value, k) => {
    view.setFloat64(DOUBLE * k, value, true)
  })
  return toBase64(bytes)
}

/** The floats again; undefined when the text is no base64 of whole floats. */
export const floatsFromBase64 = (text: string): Float64Array | undefined => {
  let view: DataView
  try {
    view = fromBase64(text)
  } catch {
    return undefined
  }
  if (view.byteLength % DOUBLE !== 0) return undefined
  return Float64Array.from({ length: view.byteLength / DOUBLE }, (_, k) => view.getFloat64(DOUBLE * k, true))
}

/**
 * Numbers that are exact in single precision, as base64 of their 32-bit little-endian form.
 *
 * @example
 * singlesToBase64(Float64Array.of(1, -0.5)) // => 'AACAPwAAAL8='
 * singlesFromBase64('AACAPwAAAL8=') // => Float64Array.of(1, -0.5)
 */
export const singlesToBase64 = (singles: Float64Array): string => {
  const bytes = new Uint8Array(SINGLE * singles.length)
  const view = new DataView(bytes.buffer)
  singles.forEach((value, k) => {
    view.setFloat32(SINGLE * k, value, true)
  })
  return toBase64(bytes)
}

export const singlesFromBase64 = (text: string): Float64Array => {
  const view = fromBase64(text)
  return Float64Array.from({ length: view.byteLength / SINGLE }, (_, k) => view.getFloat32(SINGLE * k, true))
}
