import { sha256 } from '../sha256.js'

/** The address of a result. Equal contents have equal addresses, whatever the order of their keys. */
export const addressOf = (content: unknown): string => sha256([JSON.stringify(sorted(content))], 'base64url')

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  return Object.fromEntries(
    entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, part]) => [key, sorted(part)]),
  )
}
