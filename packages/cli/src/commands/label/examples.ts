import { classList } from '@askance/core/internals'
import {
  type OpenedData,
  type PlainContent,
  plainContent,
  textContent,
  textPlace,
  uniqueIds,
} from '@askance/data'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { openStream } from '../../stream/open.js'
import type { LabelFile } from './file.js'
import type { LabelInput } from './flags.js'

/** An item with a known label. */
export interface ReadExample {
  readonly id: string
  readonly content: PlainContent
  readonly label: string
}

/** The examples of `--examples`, read like the file itself; none without the flag. */
export const readExamples = async (
  context: Context,
  { flags: { examples, 'data-dir': dataDir, ...flags } }: LabelInput,
  file: LabelFile,
): Promise<readonly ReadExample[]> => {
  if (examples === undefined) return []
  const { input, classes } = file
  const open = (more: object) =>
    openStream(
      context,
      examples,
      { ...flags, format: undefined, 'data-dir': dataDir },
      { as: 'items', classes: classes.names, ...more },
    )
  const matched = await open({ input })
  const isKnown = ({ columns }: OpenedData): boolean =>
    columns.some(({ name }) => file.data.columns.some((column) => column.name === name))
  // A list of texts has none of the columns of a table.
  const data = file.data.columns.length === 0 || isKnown(matched) ? matched : await open({})
  const contentOf = await contents(file, data)
  const idOf = uniqueIds()
  const found: ReadExample[] = []
  for await (const batch of data.items())
    for (const item of batch) {
      const { label, line } = item
      const position = { source: data.name, line }
      if (label === undefined) throw cliError('label/example', {}, position)
      if (!classes.names.includes(label))
        throw cliError('label/example-class', { label, classes: classList(classes.names) }, position)
      const content = contentOf(plainContent(item, data.columns))
      if (!content) throw cliError('label/example-empty', { columns: columnsText(file) }, position)
      found.push({ id: `example ${idOf(item)}`, content, label })
    }
  await data.close()
  return found
}

/** What the model can learn from an example: the columns of the file, and the text where the file has it. */
const contents = async (
  { data }: LabelFile,
  examples: OpenedData,
): Promise<(content: PlainContent) => PlainContent | undefined> => {
  const place = textPlace(await data.sample(), data.columns)
  const known = new Set(data.columns.map(({ name }) => name))
  const own = textPlace(await examples.sample(), examples.columns)
  return (content) => {
    const { features = {}, row } = content
    if (row) return content
    const isGiven = data.columns.length === 0 && place !== true
    const kept = Object.entries(features).filter(
      ([name, value]) => (isGiven || known.has(name)) && value !== null,
    )
    const given = typeof own === 'string' ? features[own] : content.text
    const hasText = typeof place === 'string' && kept.some(([name]) => name === place)
    const text = place !== undefined && !hasText && typeof given === 'string' ? textContent(given, place) : {}
    const values = { ...Object.fromEntries(kept), ...text.features }
    if (text.text === undefined && Object.keys(values).length === 0) return undefined
    return { ...text, ...(Object.keys(values).length > 0 && { features: values }) }
  }
}

const columnsText = ({ data }: LabelFile): string => {
  const names = data.columns.slice(0, 10).map(({ name }) => name)
  return names.length > 0 ? `a column text, or one of ${names.join(', ')}` : 'a text'
}
