const COLLECTION = 'https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/'

/** Files of the LIBSVM collection. */
export const atLibsvm = (...paths: readonly string[]): readonly string[] =>
  paths.map((path) => `${COLLECTION}${path}`)
