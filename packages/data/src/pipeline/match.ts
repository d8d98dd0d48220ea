import type { ItemOptions } from '../formats/options.js'
import type { Column } from '../item.js'
import type { VectorizerConfig } from '../vectorize/config.js'
import type { OpenedData } from './opened-data.js'

type Open = (options: ItemOptions) => Promise<OpenedData>

/** Opens data for a model with the column types of the model, whatever the first rows look like. */
export const matchingData = async (
  open: Open,
  options: ItemOptions,
  config: VectorizerConfig | undefined,
): Promise<OpenedData> => {
  if (!config) return open(options)
  const data = await completeData(open, options, config)
  const other = (config.columns ?? []).filter(({ name, kind }) =>
    data.columns.some((column) => column.name === name && column.kind !== kind),
  )
  if (other.length === 0) return data
  await data.rewind()
  const kinds = Object.fromEntries(other.map(({ name, kind }) => [name, kind]))
  return open({ ...data.options, columns: { ...kinds, ...data.options.columns } })
}

/** The data, read with options that give all the columns of the model, if there are any. */
const completeData = async (
  open: Open,
  options: ItemOptions,
  config: VectorizerConfig,
): Promise<OpenedData> => {
  // Without a label column, another column may have been taken for the label.
  const ways: readonly ItemOptions[] =
    options.labelColumn === undefined ? [options, { ...options, labelColumn: false }] : [options]
  for (const way of ways) {
    const data = await withColumns(open, await open(way), way, config)
    if (await hasAll(data, config)) return data
    const [strange, ...others] = absentIn(config.columns ?? [], data.columns)
    await data.rewind()
    // A few short texts are detected as categories.
    if (!strange || others.length > 0) continue
    const worded = await open({ ...way, columns: { [strange.name]: 'text', ...options.columns } })
    if (await hasAll(worded, config)) return worded
    await worded.rewind()
  }
  return open(options)
}

/** The data with the columns of the model that it has but does not use. */
const withColumns = async (
  open: Open,
  data: OpenedData,
  way: ItemOptions,
  config: VectorizerConfig,
): Promise<OpenedData> => {
  const { columns } = data.understanding
  const unused = absentIn(data.columns, config.columns ?? []).filter(({ name }) =>
    columns.some((column) => column.name === name && column.spec !== 'label'),
  )
  if (unused.length === 0) return data
  await data.rewind()
  const kinds = Object.fromEntries(unused.map(({ name, kind }) => [name, kind]))
  return open({ ...way, columns: { ...kinds, ...way.columns } })
}

const hasAll = async (data: OpenedData, { columns = [], text }: VectorizerConfig): Promise<boolean> => {
  if (absentIn(data.columns, columns).length > 0) return false
  if (!text || columns.some(({ kind }) => kind === 'text')) return true
  return (await data.sample()).some((item) => item.text !== undefined)
}

/** The columns of the second list that are not in the first. */
const absentIn = (columns: readonly Column[], wanted: readonly Column[]): readonly Column[] =>
  wanted.filter(({ name }) => !columns.some((column) => column.name === name))
