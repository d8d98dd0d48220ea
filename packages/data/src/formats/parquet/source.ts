import type { Progress } from '../../bytes/bytes.js'
import type { Input } from '../input.js'
import type { Group } from './decode.js'
import { parquetFile } from './file.js'
import { readGroups } from './thread.js'

/** The row groups of a file, to look at and then to read. */
export interface ParquetSource {
  /** So many rows of each row group at maxRows. */
  look(maxRows: number): AsyncGenerator<Group, void, undefined>
  read(progress: Progress | undefined): AsyncGenerator<Group, void, undefined>
  /** It will not be read after all. */
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
