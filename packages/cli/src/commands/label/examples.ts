import type { Item } from '@askance/data'
import type { Context } from '../../context.js'
import { cliError } from '../../errors.js'
import { openStream } from '../../stream/open.js'
import type { LabelFile } from './file.js'
import type { LabelInput } from './flags.js'

export interface ReadExample {
  readonly id: string
  readonly item: Item
  readonly label: string
}

/** The examples of `--examples`, read like the file itself; none without the flag. */
export const readExamples = async (
  context: Context,
  { flags: { examples, 'data-dir': dataDir, ...flags } }: LabelInput,
  { input, classes }: LabelFile,
): Promise<readonly ReadExample[]> => {
  if (examples === undefined) return []
  const data = await openStream(
    context,
    examples,
    { ...flags, format: undefined, 'data-dir': dataDir },
    { as: 'items', input },
  )
  const found: ReadExample[] = []
  for await (const batch of data.items())
    for (const item of batch) {
      const { label, line } = item
      if (label === undefined) throw cliError('label/example', {}, { source: data.name, line })
      if (!classes.names.includes(label))
        throw cliError(
          'label/example-class',
          { label, classes: classes.names.join(', ') },
          { source: data.name, line },
        )
      found.push({ id: `example ${item.id ?? line}`, item, label })
    }
  await data.close()
  return found
}
