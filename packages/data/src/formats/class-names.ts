import type { ItemSource } from '../item.js'
import { isObject } from './jsonl/tools/tool.js'

/** The names of the classes of each column, from a Hugging Face data set. */
export type ClassNames = Readonly<Record<string, readonly string[]>>

/** The class names in the JSON text of a data set's information; none if it has none or is invalid. */
export const classNamesIn = (text: string): ClassNames => {
  try {
    return classNamesOf(JSON.parse(text))
  } catch {
    return {}
  }
}

/** The information may be inside another object: `info` in Parquet files, one for each configuration in old files. */
const classNamesOf = (info: unknown): ClassNames => {
  if (!isObject(info)) return {}
  const features = isObject(info.features)
    ? info.features
    : Object.values(info).find((one) => isObject(one) && isObject(one.features))
  const named = isObject(features) && isObject(features.features) ? features.features : features
  return Object.fromEntries(
    Object.entries(isObject(named) ? named : {}).flatMap(([column, type]) =>
      isObject(type) && Array.isArray(type.names) ? [[column, type.names.map(String)]] : [],
    ),
  )
}

/** The items with names instead of numbers as labels. A number that is no class, such as −1, is no label. */
export const withClassNames = (source: ItemSource, classNames: ClassNames): ItemSource => {
  const label = source.understanding?.columns.find(({ spec }) => spec === 'label')?.name
  const names = label === undefined ? undefined : classNames[label]
  if (!names) return source
  return {
    ...source,
    async *batches() {
      for await (const batch of source.batches())
        yield batch.map((item) => {
          const { label: number, ...rest } = item
          if (number === undefined || names.includes(number)) return item
          const name = /^\d+$/.test(number) ? names[Number(number)] : undefined
          return name === undefined ? rest : { ...rest, label: name }
        })
    },
  }
}
