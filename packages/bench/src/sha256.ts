import { createHash } from 'node:crypto'

/** The SHA-256 of the concatenated parts. */
export const sha256 = (parts: readonly (string | Uint8Array)[], encoding: 'hex' | 'base64url'): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest(encoding)
}
