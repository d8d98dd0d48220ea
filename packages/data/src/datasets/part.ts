import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises'

/** The URL and the version (ETag or date) of a partial download. */
interface Origin {
  readonly url: string
  readonly validator: string | undefined
}

/** A partial download, stored next to its final path. */
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

  /** The headers that request the rest; none if the download must restart, so that two versions are never mixed. */
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

  /** Opens the file for appending when resuming, otherwise truncates it. */
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

/** The version of a response. Weak ETags do not guarantee equal bytes. */
const validatorOf = ({ headers }: Response): string | undefined => {
  const tag = headers.get('etag')
  return (tag?.startsWith('W/') ? undefined : tag) ?? headers.get('last-modified') ?? undefined
}
