import { suggestion } from '@askance/core/internals'
import { dataError } from '../errors.js'
import { argilla } from './argilla.js'
import { csv, tsv } from './delimited.js'
import { huggingFace } from './hugging-face.js'
import { jsonl, prodigy } from './json.js'
import { labelStudio } from './label-studio.js'
import { libsvm } from './libsvm.js'
import { parquet } from './parquet.js'
import { vw } from './vw.js'
import type { ItemWriter } from './writer.js'
import { xlsx } from './xlsx.js'

/** Every format that items can be written in. */
export const itemWriters: readonly ItemWriter[] = [
  libsvm,
  vw,
  csv,
  tsv,
  jsonl,
  parquet,
  xlsx,
  prodigy,
  labelStudio,
  argilla,
  huggingFace,
]

/**
 * The writer of a format by its name.
 *
 * @example
 * findWriter('jsonl').extensions // => ['jsonl', 'ndjson']
 * findWriter('json') // => throws write/format
 */
export const findWriter = (name: string): ItemWriter => {
  const found = itemWriters.find((writer) => writer.name === name)
  if (found) return found
  const known = itemWriters.map((writer) => writer.name)
  throw dataError('write/format', { name, hint: suggestion(name, known) })
}

/**
 * The writer for a file, by its extension; `.gz` may follow.
 *
 * @example
 * writerOf('mails.prodigy.jsonl').name // => 'prodigy'
 * writerOf('mails.jsonl.gz').name // => 'jsonl'
 * writerOf('mails.txt') // => throws write/extension
 */
export const writerOf = (path: string): ItemWriter => {
  const found = writerByExtension(path)
  if (found) return found
  const known = itemWriters.flatMap(({ extensions }) => extensions.map((ending) => `.${ending}`)).join(', ')
  throw dataError('write/extension', { known }, { source: path })
}

/** The writer for a file, by its extension; undefined if there is none. */
export const writerByExtension = (path: string): ItemWriter | undefined => {
  const plain = path.replace(/\.gz$/i, '').toLowerCase()
  const fitting = itemWriters.flatMap((writer) =>
    writer.extensions.filter((ending) => plain.endsWith(`.${ending}`)).map((ending) => ({ writer, ending })),
  )
  return fitting.sort((a, b) => b.ending.length - a.ending.length)[0]?.writer
}
