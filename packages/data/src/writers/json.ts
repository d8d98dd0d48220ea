import type { Column, Item } from '../items/item.js'
import { valueText } from './number.js'
import type { Writing } from './writer.js'

/** The text of an object, from the JSON texts of its members; those not given are left out. */
export const objectText = (members: Iterable<readonly [string, string | undefined]>): string => {
  const written: string[] = []
  for (const [key, text] of members) if (text !== undefined) written.push(`${JSON.stringify(key)}:${text}`)
  return `{${written.join(',')}}`
}

/** The text of any value, or nothing for nothing. */
export const jsonText = (value: unknown): string | undefined =>
  value === undefined ? undefined : JSON.stringify(value)

/** Named features and the cells of columns as members of an object: numbers, other cells as strings, missing as null. */
export const featureMembers = (
  item: Item,
  columns: readonly Column[],
  writing: Writing,
): [string, string][] => {
  const { features, cells } = item
  const number = (name: string, value: number): [string, string] => [
    name,
    valueText(value, name, item, writing),
  ]
  const members = features?.names.map((name, k) => number(name, features.values[k]!)) ?? []
  cells?.forEach((cell, k) => {
    const { name } = columns[k]!
    members.push(typeof cell === 'number' ? number(name, cell) : [name, JSON.stringify(cell)])
  })
  return members
}

/** A row as an object of its indices, from 1, and its values. */
export const rowText = (item: Item, writing: Writing): string | undefined => {
  if (!item.row) return undefined
  const { index, value, start, end } = item.row
  const values = Array.from(value.subarray(start, end), (v, k) =>
    valueText(v, index[start + k]!, item, writing),
  )
  return objectText([
    ['indices', `[${index.subarray(start, end).join()}]`],
    ['values', `[${values.join()}]`],
  ])
}
