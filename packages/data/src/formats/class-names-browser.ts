import type { ItemSource } from '../item.js'

// Replaces `class-names.ts` in browsers, where a file has no neighbours.

export const classNamesBeside = async (): Promise<Readonly<Record<string, readonly string[]>>> => ({})

export const withClassNames = (source: ItemSource): ItemSource => source
