import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { suggestion } from '@askance/core/internals'
import { dataError } from '../errors.js'
import type { ItemOptions } from '../formats/options.js'
import type { DataSet } from './dataset.js'
import { binarySets } from './list/binary.js'
import { furtherBinarySets } from './list/further-binary.js'
import { multiclassSets } from './list/multiclass.js'
import { textSets } from './list/text.js'

/** All data sets of the papers and some more. */
export const dataSets: readonly DataSet[] = [
  ...binarySets,
  ...furtherBinarySets,
  ...multiclassSets,
  ...textSets,
]

/**
 * The catalogue entry of a data set.
 *
 * @example
 * findDataSet('a9a').instances // => 32561
 * findDataSet('a9') // => throws dataset/unknown
 */
export const findDataSet = (name: string): DataSet => {
  const found = dataSets.find((set) => set.name === name)
  if (found) return found
  const known = dataSets.map((set) => set.name)
  throw dataError('dataset/unknown', { name, hint: suggestion(name, known) })
}

const FORMATS = ['.libsvm', '.jsonl', '.vw', '.csv', '.tsv', '.arff', '.parquet', '']
const PACKINGS = ['', '.gz', '.bz2', '.xz', '.zst']

/**
 * The path of a data set in a folder: NAME.libsvm, NAME.jsonl and so on, compressed or not. Any name is allowed.
 *
 * @example
 * dataSetPath('a9a', 'no such folder') // => throws dataset/absent
 */
export const dataSetPath = (name: string, folder: string): string => {
  const paths = FORMATS.flatMap((format) =>
    PACKINGS.map((packing) => join(folder, `${name}${format}${packing}`)),
  )
  const found = paths.find((path) => existsSync(path))
  if (found !== undefined) return found
  const set = dataSets.find((known) => known.name === name)
  const hint = !set
    ? `expected ${name}.libsvm, ${name}.jsonl or another format, compressed or not`
    : set.urls
      ? `download it with: askance data get ${name}`
      : set.notes
  throw dataError('dataset/absent', { name, folder, hint })
}

/**
 * Reading options for the file of a known data set, by its file name.
 *
 * @example
 * dataSetOptions('data/spamassassin_mail.jsonl.gz') // => { ignoreColumns: ['date', 'group'] }
 * dataSetOptions('mine.csv') // => {}
 */
export const dataSetOptions = (path: string): Pick<ItemOptions, 'ignoreColumns'> => {
  const ignoreColumns = dataSets.find(({ copy }) => copy?.file === basename(path))?.unused
  return ignoreColumns ? { ignoreColumns } : {}
}
