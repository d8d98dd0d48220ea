import type { ItemSource } from '../../item.js'
import { batchesOf, type Format } from '../format.js'
import type { Input } from '../input.js'
import { type ItemOptions, recordErrorHandler } from '../options.js'
import { flattenerFor } from './flatten.js'
import { hasFeatures, keysOf, sampleRecords } from './keys.js'
import { JsonlReader } from './record.js'
import { framingOf, readRecords } from './records.js'
import { toolOf, tools } from './tools/index.js'
import type { Tool } from './tools/tool.js'

/** One JSON object per line, one array of objects or texts, or one object around such an array: plain ones, or the records of another tool. */
export const jsonl: Format = {
  name: 'jsonl',
  extensions: ['jsonl', 'ndjson', 'json'],
  summary:
    'one object per line, one array of objects or texts, or one object around such an array: `text`, `features` or `x`, or a table by its keys; `{"user": {"age": 3}}` has the column `user.age`',
  looksLike: ({ lines }) =>
    lines.length > 0 &&
    (/^\s*\[\s*(?:[{"\]]|$)/.test(lines[0]!) ||
      /^\s*\{\s*"/.test(lines.slice(0, 2).join('\n')) ||
      lines.every((line) => /^\s*\{\s*["}]/.test(line))),
  open: (input, options) => open(input, options),
}

/** The formats of other tools, to set them by name; without that they are recognised by their content. */
export const toolFormats: readonly Format[] = tools.map((tool) => ({
  name: tool.name,
  extensions: [],
  summary: tool.summary,
  looksLike: () => false,
  open: (input, options) => open(input, options, tool),
}))

const open = async (input: Input, options: ItemOptions, given?: Tool): Promise<ItemSource> => {
  const framing = await framingOf(input)
  const sample = await sampleRecords(input, framing, options)
  const tool = given ?? toolOf(sample)
  const toPlain = tool.reader(sample)
  const records = sample.map(toPlain)
  // Records with features have no columns.
  const { nested, flat } = flattenerFor(hasFeatures(records) ? [] : records, options)
  const keys = keysOf(records.map(flat), options, input.name, nested)
  const onRecordError = recordErrorHandler(options)
  return {
    format: tool.name,
    name: input.name,
    columns: keys.roles.columns,
    understanding: { format: tool.name, columns: keys.roles.understood },
    layout: {
      framing: framing === 'lines' ? framing : 'array',
      names: [...new Set(sample.flatMap(Object.keys))],
      ...(nested.size > 0 && { members: [...new Set(keys.fields.map((name) => nested.get(name) ?? name))] }),
    },
    batches: () => {
      const reader = new JsonlReader(input.name, keys, options, { toPlain, flat })
      return batchesOf(readRecords(input, framing, options, onRecordError), (records, items) => {
        for (const { text, line } of records)
          try {
            const item = reader.read(text, line)
            if (item) items.push(item)
          } catch (cause) {
            onRecordError(cause)
          }
      })
    },
  }
}
