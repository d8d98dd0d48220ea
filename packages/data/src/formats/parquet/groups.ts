import type { Progress } from '../../bytes/progress.js'
import type { Group } from './decode.js'
import type { OpenFile } from './file.js'
import { DecodingThread } from './thread.js'

export interface GroupsOptions {
  /** So many rows of each row group at most. */
  readonly most?: number
  readonly progress?: Progress | undefined
  /** So many milliseconds may pass without a sign of life while a row group of so many bytes is decoded. */
  readonly patience?: (bytes: number) => number
  /** The module that decodes. */
  readonly worker?: URL
}

/** Far more than a sound file takes on a slow machine. */
const usualPatience = (bytes: number): number => 10_000 + bytes / 2000

/**
 * The row groups of the file, decoded by another thread: a damaged file can make the library loop for ever or fill the
 * memory, and a thread can be ended. The file is closed at the end.
 */
export async function* readGroups(
  file: OpenFile,
  source: string,
  options: GroupsOptions = {},
): AsyncGenerator<Group, void, undefined> {
  const { most = Number.POSITIVE_INFINITY, progress, patience = usualPatience } = options
  const { fd, byteLength } = file
  const worker = options.worker ?? new URL('./worker.js', import.meta.url)
  const thread = new DecodingThread(worker, { fd, byteLength, source, most }, patience)
  try {
    for (;;) {
      const group = await thread.next()
      if (!group) return
      yield group
      progress?.(Math.round((byteLength * (group.first - 1 + group.rows)) / group.total), byteLength)
    }
  } finally {
    // The thread reads from the file, so it ends first.
    await thread.stop()
    await file.close()
  }
}
