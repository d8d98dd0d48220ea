import type { Progress } from '../../bytes/bytes.js'
import type { Input } from '../input.js'
import type { Group } from './decode.js'
import { parquetFile } from './file.js'
import { readGroups } from './thread.js'

/** The row groups of a file, for inspection and then for reading. */
export interface ParquetSource {
  /** Reads at most `maxRows` rows of each row group. */
  look(maxRows: number): AsyncGenerator<Group, void, undefined>
  read(progress: Progress | undefined): AsyncGenerator<Group, void, undefined>
  /** Closes the file without reading it. */
  discard(): Promise<void>
}

export const parquetSource = async (input: Input): Promise<ParquetSource> => {
  const file = await parquetFile(input)
  return {
    async *look(maxRows) {
      yield* readGroups(await file.look(), input.name, { maxRows })
    },
    async *read(progress) {
      yield* readGroups(await file.read(), input.name, { progress })
    },
    discard: file.discard,
  }
}
