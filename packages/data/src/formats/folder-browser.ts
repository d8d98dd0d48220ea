import { dataError } from '../errors.js'
import type { ItemSource } from '../item.js'

// Replaces `folder.ts` in browsers, where paths cannot be opened.

export const folderContent = async (folder: string): Promise<{ tables: readonly string[] }> => {
  throw dataError('bytes/missing', {}, { source: folder })
}

export const folderSource = (folder: string): ItemSource => {
  throw dataError('bytes/missing', {}, { source: folder })
}
