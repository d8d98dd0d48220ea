import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises'

/** What is known of a file that was fetched in part: where from, and the mark of the version that was being sent. */
interface Origin {
  readonly url: string
  readonly validator: string | undefined
}

/** The part of a file that is there already, beside the file it will become. */
export class Part {
  readonly path: string
  readonly #note: string

  constructor(path: string) {
    this.path = `${path}.part`
    this.#note = `${this.path}.json`
  }

  async size(): Promise<number> {
    return await stat(this.path).then(
      ({ size }) => size,
      () => 0,
    )
  }

  /** The headers that ask for the rest; none when it must begin anew, lest two versions be joined unnoticed. */
  async headers(url: string, isChecked: boolean): Promise<Record<string, string>> {
    const size = await this.size()
    const origin = await this.#origin()
    if (size === 0 || origin?.url !== url) return {}
    if (origin.validator !== undefined) return { range: `bytes=${size}-`, 'if-range': origin.validator }
    return isChecked ? { range: `bytes=${size}-` } : {}
  }

  async #origin(): Promise<Origin | undefined> {
    try {
      return JSON.parse(await readFile(this.#note, 'utf8')) as Origin
    } catch {
      return undefined
    }
  }

  /** The file to write on: at its end when going on, else emptied. */
  async open(goingOn: boolean, url: string, response: Response): Promise<FileHandle> {
    const handle = await open(this.path, goingOn ? 'a' : 'w')
    const origin: Origin = { url, validator: validatorOf(response) }
    await writeFile(this.#note, JSON.stringify(origin))
    return handle
  }

  async removeNote(): Promise<void> {
    await rm(this.#note, { force: true })
  }

  async remove(): Promise<void> {
    await rm(this.path, { force: true })
    await this.removeNote()
  }
}

/** The mark of a version. A weak one says that the meaning is the same, not that the bytes are. */
const validatorOf = ({ headers }: Response): string | undefined => {
  const tag = headers.get('etag')
  return (tag?.startsWith('W/') ? undefined : tag) ?? headers.get('last-modified') ?? undefined
}
