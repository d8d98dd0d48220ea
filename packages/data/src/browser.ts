// Everything that also runs in browsers.

// Reading: openData for rows, openItems for items, readLibsvm for LIBSVM text at full speed.
export type { HandedFile, Progress } from './bytes/bytes.js'
export { type BytesOptions, openBytes, sourceName } from './bytes/open.js'
// Errors.
export { dataError, dataErrorTable } from './errors.js'
export {
  COLUMN_SPECS,
  type ColumnRole,
  type ColumnSpec,
  columnRoles,
  parsedSpec,
} from './formats/columns/roles.js'
export {
  type Understanding,
  type UnderstoodColumn,
  understandingLine,
  understandingLines,
} from './formats/columns/understanding.js'
export { findSyntaxError, positionIn } from './formats/jsonl/syntax-error.js'
export { formatNames, openItems } from './formats/open.js'
export type { ItemOptions } from './formats/options.js'
// Rows from items.
export {
  type PlainContent,
  plainContent,
  requestBatches,
  type TextPlace,
  textContent,
  textPlace,
  uniqueIds,
} from './input/item-content.js'
export {
  type FeatureValues,
  type InputItem,
  type ItemContent,
  ItemInput,
  type ItemInputConfig,
  type StoredReader,
  type TextInputOptions,
  textInput,
  wholeItem,
} from './input/item-input.js'
export { type FoundItem, itemTitles, searchItems, shortened } from './input/search.js'
export {
  type FieldValue,
  type SourceFile,
  sourceFields,
  sourceFile,
  sourceLayout,
  sourceRecord,
} from './input/source-file.js'
export type {
  Cell,
  Column,
  Item,
  ItemSource,
  Layout,
  NamedFeatures,
  Outcome,
  SourceRecord,
} from './item.js'
// Labels.
export { LabelSets, partLabels } from './label-sets.js'
export { canonicalLabel, LabelNames, sortedLabels } from './labels.js'
export type { IndexBase, LibsvmBatch, LibsvmOptions } from './libsvm/batch.js'
export { type LoadedTable, loadLibsvm } from './libsvm/load.js'
export { type Chunks, readLibsvm } from './libsvm/read.js'
// Mail parsing.
export { headerText } from './mail/encodings.js'
export { type Mail, readMail } from './mail/read-mail.js'
export type { RowsOptions } from './pipeline/make-rows.js'
export { type DataOptions, type DataPlace, openData } from './pipeline/open.js'
export type { OpenedData } from './pipeline/opened-data.js'
export { NO_LABEL, type RowBatch, type RowSource, type RowWindow } from './pipeline/rows.js'
export type { Skipped } from './pipeline/skipped.js'
// Synthetic streams: the catalogue and the individual generators.
export { findStream, type StreamDeclaration, syntheticStreams } from './synthetic/catalogue.js'
export { gaussianStream } from './synthetic/gaussian.js'
export { streamItems } from './synthetic/items.js'
export type { LabelledTable } from './synthetic/regrouped.js'
export { shiftingGaussianStream } from './synthetic/shifting-gaussian.js'
export type { SyntheticOptions, SyntheticStream } from './synthetic/stream.js'
export { textLikeStream } from './synthetic/text-like.js'
export { unitCircleStream, unitCircleTarget } from './synthetic/unit-circle.js'
export type {
  ColumnConfig,
  IndexConfig,
  Range,
  Scaling,
  TextConfig,
  VectorizerConfig,
} from './vectorize/config.js'
export { defaultTexts, defaultVectorizer, type Sampled } from './vectorize/defaults.js'
export { featureText } from './vectorize/feature-text.js'
export type { Collisions } from './vectorize/indexes.js'
export { isPiece, joinPieces, mergePieces, type PieceTexts } from './vectorize/pieces.js'
export { Vectorizer } from './vectorize/vectorizer.js'
// Word vectors.
export { textOfItem, WordVectors, type WordVectorsConfig } from './word-vectors/word-vectors.js'
export { wordsOf } from './word-vectors/words.js'
