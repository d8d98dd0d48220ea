import { createReadStream } from 'node:fs'
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Records in a temporary file, for formats whose header depends on all records. */
export class Spool<Batch> {
  readonly #folder: string
  readonly #path: string
  readonly #file: FileHandle

  private constructor(folder: string, path: string, file: FileHandle) {
    this.#folder = folder
    this.#path = path
    this.#file = file
  }

  static async create<Batch>(): Promise<Spool<Batch>> {
    const folder = await mkdtemp(join(tmpdir(), 'askance-spool-'))
    const path = join(folder, 'spool.jsonl')
    return new Spool<Batch>(folder, path, await open(path, 'w'))
  }

  async add(batch: Batch): Promise<void> {
    await this.#file.appendFile(`${JSON.stringify(batch)}\n`)
  }

  /** All batches in the order of insertion. */
  async *batches(): AsyncGenerator<Batch> {
    for await (const line of createInterface({ input: createReadStream(this.#path), crlfDelay: Infinity }))
      yield JSON.parse(line) as Batch
  }

  async remove(): Promise<void> {
    await this.#file.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
