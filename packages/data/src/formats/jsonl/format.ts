import { dataError } from '../../errors.js'
import type { Format } from '../format.js'
import type { Input } from '../input.js'
import { type ItemOptions, ignoreRecordErrors } from '../options.js'
import { labelNamesFor } from '../table.js'
import { eachLine, lookAtText, textSource } from '../text.js'
import { shown } from '../words.js'
import { JsonlReader } from './record.js'

/** One JSON object per line. */
export const jsonl: Format = {
  name: 'jsonl',
  extensions: ['jsonl', 'ndjson', 'json'],
  looksLike: ({ lines }) => lines.length > 0 && lines.every((line) => /^\s*\{\s*["}]/.test(line)),
  async open(input, options) {
    const keys = await keysOf(input, options)
    return textSource('jsonl', input, options, [], (onRecordError) => {
      const reader = new JsonlReader(input.name, keys, options)
      return (block, items) =>
        eachLine(block, onRecordError, (line, number) => {
          const item = reader.read(line, number)
          if (item) items.push(item)
        })
    })
  },
}

/** The roles of the keys. */
export interface Keys {
  readonly id: string
  readonly label: string | false
  readonly text: readonly string[]
}

const ROWS = 1000
const CHARACTERS = 1 << 22
/** Strings of this length or more count as text. */
const LONG = 32

/** Takes the keys from the options or detects them from the first records. */
export const keysOf = async (input: Input, options: ItemOptions): Promise<Keys> => {
  const { labelColumn, idColumn = 'id', textColumns } = options
  const seen = await firstKeys(input, options)
  const found = labelNamesFor(options).find((name) => seen.has(name)) ?? 'label'
  const label = labelColumn ?? found
  const text = textColumns ?? textKeys(seen, [label === false ? '' : label, idColumn])
  const hasContent = [...text, 'features', 'x'].some((key) => seen.has(key))
  if (seen.size > 0 && !hasContent) {
    const found = shown([...seen.keys()].slice(0, 20).join(', '))
    throw dataError('jsonl/content', { found }, { source: input.name, line: 1, column: 1 })
  }
  return { id: idColumn, label, text }
}

/** The number of long strings for each key of the first records. */
const firstKeys = async (input: Input, options: ItemOptions): Promise<Map<string, number>> => {
  const seen = new Map<string, number>()
  let rows = 0
  let characters = 0
  for await (const block of lookAtText(input, options)) {
    eachLine(block, ignoreRecordErrors, (line) => {
      if (++rows > ROWS || characters > CHARACTERS) return
      characters += line.length
      for (const [key, value] of Object.entries(parsed(line)))
        seen.set(key, (seen.get(key) ?? 0) + (typeof value === 'string' && value.length >= LONG ? 1 : 0))
    })
    if (rows > ROWS || characters > CHARACTERS) break
  }
  return seen
}

/** Invalid lines count as empty here; reading reports them. */
const parsed = (line: string): object => {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}

/** `text`, or else the only key with long strings, if there are no features either. */
const textKeys = (seen: ReadonlyMap<string, number>, others: readonly string[]): string[] => {
  if (seen.has('text') || seen.has('features') || seen.has('x')) return ['text']
  const long = [...seen].filter(([key, count]) => count > 0 && !others.includes(key))
  return long.length === 1 ? [long[0]![0]] : ['text']
}
