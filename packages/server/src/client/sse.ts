/** A message as server-sent events have it. */
export interface ServerSent {
  readonly event: string
  readonly data: string
  readonly id?: string
}

/** Takes text as it comes and gives the messages that are whole. */
export class SseParser {
  #rest = ''
  #event = ''
  #data: string[] = []
  #id: string | undefined;

  *take(text: string): Generator<ServerSent> {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/)
    this.#rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') yield* this.#finish()
      else this.#field(line)
    }
  }

  #field(line: string): void {
    const [, name, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (name === 'event') this.#event = value
    else if (name === 'data') this.#data.push(value)
    else if (name === 'id') this.#id = value
  }

  *#finish(): Generator<ServerSent> {
    const [event, data, id] = [this.#event || 'message', this.#data.join('\n'), this.#id]
    const hasData = this.#data.length > 0
    this.#event = ''
    this.#data = []
    this.#id = undefined
    if (hasData) yield { event, data, ...(id !== undefined && { id }) }
  }
}
