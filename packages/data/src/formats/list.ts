import { arff } from './arff/format.js'
import { csv, tsv } from './csv/format.js'
import type { Format } from './format.js'
import { jsonl } from './jsonl/format.js'
import { libsvm } from './libsvm.js'
import { parquet } from './parquet/format.js'
import { vw } from './vw/format.js'

/** All formats; what is told by content is asked in this order, the surest first. */
export const formats: readonly Format[] = [parquet, jsonl, arff, libsvm, vw, tsv, csv]

/** The names of all formats that can be read, as the option `format` takes them. */
export const formatNames: readonly string[] = formats.map(({ name }) => name)
