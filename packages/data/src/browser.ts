// What runs in browsers too.
export type { HandedFile } from './bytes/handed.js'
export { type BytesOptions, openBytes, sourceName } from './bytes/open.js'
export type { Progress } from './bytes/progress.js'
export { dataError, dataErrorTable } from './errors.js'
export { formatNames } from './formats/list.js'
export { openItems } from './formats/open.js'
export type { ColumnKind, ItemOptions } from './formats/options.js'
export {
  type InputItem,
  type ItemContent,
  ItemInput,
  type ItemInputConfig,
  type StoredReader,
  type TextInputOptions,
  textInput,
  wholeItem,
} from './input/item-input.js'
export type { Cell, Column, Item, ItemSource, NamedFeatures } from './items/item.js'
export { canonicalLabel } from './labels/canonical.js'
export { LabelNames } from './labels/names.js'
export { sortedLabels } from './labels/sort.js'
export type { IndexBase, LibsvmBatch } from './libsvm/batch.js'
export { MAX_LABEL_BYTES } from './libsvm/label.js'
export { type LoadedTable, loadLibsvm } from './libsvm/load.js'
export { type LibsvmOptions, MAX_LINE_BYTES } from './libsvm/options.js'
export { type Chunks, readLibsvm } from './libsvm/read.js'
export { mailDate } from './mail/date.js'
export { headerText } from './mail/encodings.js'
export { type MailHead, mailHead } from './mail/head.js'
export type { MailHeader } from './mail/headers.js'
export { textOfHtml } from './mail/html-text.js'
export { type Mail, readMail } from './mail/read-mail.js'
export type { RowsOptions } from './pipeline/make-rows.js'
export { type DataOptions, type DataPlace, openData } from './pipeline/open.js'
export type { OpenedData } from './pipeline/opened-data.js'
export { NO_LABEL, type RowBatch, type RowSource, type RowWindow, windowOf } from './pipeline/rows.js'
export type { Skipped } from './pipeline/skipped.js'
export { findStream, type StreamDeclaration, syntheticStreams } from './synthetic/catalogue.js'
export { gaussianStream } from './synthetic/gaussian.js'
export { streamItems } from './synthetic/items.js'
export { type PrototypeOptions, prototypeStream } from './synthetic/prototype.js'
export { type LabelledTable, type RegroupedOptions, regroupedStream } from './synthetic/regrouped.js'
export { type HyperplaneOptions, rotatingHyperplaneStream } from './synthetic/rotating-hyperplane.js'
export { type SeaOptions, seaStream } from './synthetic/sea.js'
export { type ShiftingOptions, shiftingGaussianStream } from './synthetic/shifting-gaussian.js'
export type { SyntheticOptions, SyntheticStream } from './synthetic/stream.js'
export { type TextLikeOptions, textLikeStream } from './synthetic/text-like.js'
export { unitCircleStream, unitCircleTarget } from './synthetic/unit-circle.js'
export {
  type ImbalanceOptions,
  imbalancedStream,
  type NoiseOptions,
  noisyStream,
} from './synthetic/wrappers.js'
export type {
  ColumnConfig,
  IndexConfig,
  Range,
  Scaling,
  TextConfig,
  VectorizerConfig,
} from './vectorize/config.js'
export type { Collisions } from './vectorize/indexes.js'
export { murmur3 } from './vectorize/murmur3.js'
export { type Sampled, usualTexts, usualVectorizer } from './vectorize/usual.js'
export { Vectorizer } from './vectorize/vectorizer.js'
export { numberText } from './writers/number.js'
export type { ItemWriter, WriteOptions, WriterSource, Written } from './writers/writer.js'
