import { sha256 as begun } from '@noble/hashes/sha2'

/**
 * The SHA-256 of the parts, one after another. Stands in for `sha256.ts` in a browser: the hash that browsers have is
 * missing on pages that came over plain HTTP, and cannot be waited for here.
 */
export const sha256 = (parts: readonly (string | Uint8Array)[], encoding: 'hex' | 'base64url'): string => {
  const hash = begun.create()
  for (const part of parts) hash.update(part)
  const bytes = hash.digest()
  return encoding === 'hex'
    ? Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
    : btoa(String.fromCharCode(...bytes))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
}
