import type { ItemSource } from '../../item.js'
import { batchesOf } from '../format.js'
import type { Input } from '../input.js'
import { type ItemOptions, keptRecords, recordErrorHandler } from '../options.js'
import { flattenerFor } from './flatten.js'
import { hasFeatures, keysOf, sampleRecords } from './keys.js'
import { JsonlReader } from './record.js'
import { framingOf, readRecords } from './records.js'
import { toolOf } from './tools/index.js'

/**
 * Opens one JSON object per line, one array of objects or texts, or one object around such an array: plain ones, or the
 * records of another tool, which is recognised by the first records if `toolName` does not name it.
 */
export const openJsonl = async (
  input: Input,
  options: ItemOptions,
  toolName?: string,
): Promise<ItemSource> => {
  const framing = await framingOf(input)
  const sample = await sampleRecords(input, framing, options)
  const tool = toolOf(sample, toolName)
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
      const kept = { ...options, keepRecords: keptRecords(options, tool.name) }
      const reader = new JsonlReader(input.name, keys, kept, { toPlain, flat })
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
