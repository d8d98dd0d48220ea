import type { Column, ItemOptions, VectorizerConfig } from '@askance/data'
import { type ItemInput, openItemInput } from './item-input.js'
import type { RowMaker } from './row-maker.js'

/** Opens data for a model: its columns are what they were when the model was made, whatever the first rows look like. */
export const openMatching = async (
  path: string,
  source: string,
  options: ItemOptions,
  maker: RowMaker | undefined,
): Promise<ItemInput> => {
  const config = maker?.vectorizer?.config
  const open = (more: ItemOptions): Promise<ItemInput> => openItemInput(path, source, { ...options, ...more })
  if (!config || path === '-') return open({})
  const input = await complete(config, options, open)
  const other = (config.columns ?? []).filter(({ name, kind }) =>
    input.columns.some((column) => column.name === name && column.kind !== kind),
  )
  if (other.length === 0) return input
  await input.close()
  const kinds = Object.fromEntries(other.map(({ name, kind }) => [name, kind]))
  return open({ ...input.options, columns: { ...kinds, ...input.options.columns } })
}

/** The data read in a way in which it has all that the model looks at, or else as it comes. */
const complete = async (
  config: VectorizerConfig,
  options: ItemOptions,
  open: (more: ItemOptions) => Promise<ItemInput>,
): Promise<ItemInput> => {
  // Data without labels may have a text or another column where the label was looked for.
  const ways: readonly ItemOptions[] = options.labelColumn === undefined ? [{}, { labelColumn: false }] : [{}]
  for (const way of ways) {
    const input = await open(way)
    if (await hasAll(input, config)) return input
    const [strange, ...others] = absentIn(config.columns ?? [], input.columns)
    await input.close()
    // A few short texts look like categories.
    if (!strange || others.length > 0) continue
    const worded = await open({ ...way, columns: { [strange.name]: 'text', ...options.columns } })
    if (await hasAll(worded, config)) return worded
    await worded.close()
  }
  return open({})
}

const hasAll = async (input: ItemInput, { columns = [], text }: VectorizerConfig): Promise<boolean> => {
  if (absentIn(input.columns, columns).length > 0) return false
  if (!text || columns.some(({ kind }) => kind === 'text')) return true
  return (await input.sample()).some((item) => item.text !== undefined)
}

/** The columns of the second list that are not in the first. */
const absentIn = (columns: readonly Column[], wanted: readonly Column[]): readonly Column[] =>
  wanted.filter(({ name }) => !columns.some((column) => column.name === name))
