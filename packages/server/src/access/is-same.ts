import { timingSafeEqual } from 'node:crypto'

/** Compares in constant time. */
export const isSame = (left: string, right: string): boolean => {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}
