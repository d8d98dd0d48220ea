/** Size and checksum of a known copy of a data set. */
interface KnownCopy {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

/** A data set of the catalogue. */
export interface DataSet {
  readonly name: string
  /** The keys of the papers that use it; see `citations`. */
  readonly papers: readonly string[]
  readonly task: 'binary' | 'multiclass' | 'text'
  readonly instances: number
  /** Undefined for text, where it depends on the vectorizer. */
  readonly features?: number
  readonly classes: number
  /** The source, in words. */
  readonly origin: string
  /** The URLs of its files in LIBSVM format; several are concatenated in this order. */
  readonly urls?: readonly string[]
  readonly licence?: string
  readonly copy?: KnownCopy
  /** Columns that say how it was made, or give the label away; they are not used. */
  readonly unused?: readonly string[]
  /** How to obtain and prepare it, and what to watch out for. */
  readonly notes: string
}

const COLLECTION = 'https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/'

/** Files of the LIBSVM collection. */
export const atLibsvm = (...paths: readonly string[]): readonly string[] =>
  paths.map((path) => `${COLLECTION}${path}`)
