import { sha256 as begun } from '@noble/hashes/sha2'

/**
 * The SHA-256 of the concatenated parts. Replaces `sha256.ts` in browsers, whose own hash is
 * unavailable over plain HTTP and only asynchronous.
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
