export * from './browser.js'
// Known data sets.
export { checkDataSet, type DataSetCheck, type DataSetCounts } from './datasets/check.js'
export type { DataSet } from './datasets/dataset.js'
export { fetchDataSet } from './datasets/fetch.js'
export { dataSetOptions, dataSetPath, dataSets, findDataSet } from './datasets/find.js'
export { spamassassinMails } from './datasets/spamassassin.js'
// Formats.
export { dataFormats, type FormatEntry } from './formats/table-of-formats.js'

// Writing.
export { writeLibsvm } from './synthetic/write.js'
// Word vectors.
export { wordVectorsFor } from './word-vectors/for-data.js'
export { readWordVectors, type WordVectorsOptions } from './word-vectors/read.js'
export {
  type ClassifiedOptions,
  checkClassified,
  classifiedFormat,
  recordsFor,
  refuseWithoutOutcomes,
  type WrittenClassified,
  writeClassified,
} from './writers/classified/write.js'
export { findWriter, itemWriters, writerByExtension, writerOf } from './writers/index.js'
export { outcomeColumns } from './writers/outcome.js'
export { isReplaceable } from './writers/replace.js'
export { writeItems } from './writers/write.js'
export type { ItemWriter, WriteOptions, WriterSource, Written } from './writers/writer.js'
