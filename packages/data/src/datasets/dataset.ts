/** A copy of a data set that is known bit for bit. */
export interface KnownCopy {
  readonly file: string
  readonly bytes: number
  readonly sha256: string
}

/** What is known of a data set. */
export interface DataSet {
  readonly name: string
  /** The keys of the papers that use it; see `citations`. */
  readonly papers: readonly string[]
  readonly task: 'binary' | 'multiclass' | 'text'
  readonly instances: number
  /** Not there for text, which has as many as are made of it. */
  readonly features?: number
  readonly classes: number
  /** Where it comes from, as people know it. */
  readonly origin: string
  /** The addresses of its files in LIBSVM format; several are joined in this order. */
  readonly urls?: readonly string[]
  readonly licence?: string
  readonly copy?: KnownCopy
  /** How to get and to prepare it, and what to mind. */
  readonly notes: string
}

const COLLECTION = 'https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/'

/** Files of the LIBSVM collection. */
export const atLibsvm = (...paths: readonly string[]): readonly string[] =>
  paths.map((path) => `${COLLECTION}${path}`)
