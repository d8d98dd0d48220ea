export type { BudgetSpec } from './budget/budget.js'
export { type Algorithm, algorithms } from './catalogue/index.js'
export { Classifier } from './classifier/classifier.js'
export type {
  Added,
  Chosen,
  ClassifierEvent,
  Finished,
  Measured,
  Observed,
  PoolEvent,
  Recorded,
  RefitBegun,
  RefitFinished,
} from './classifier/events.js'
export type { Contribution, Explanation } from './classifier/explain.js'
export { FeatureInput, type FeatureItem, type Input, registerInput } from './classifier/input.js'
export { inspectModel } from './classifier/migrate.js'
export type {
  ClassifierConfig,
  ClassifierOptions,
  ClassifierParts,
  LoadOptions,
} from './classifier/options.js'
export type { Confusion, Quality } from './classifier/quality-tracker.js'
export type { Question, QuestionState } from './classifier/question.js'
export type { TopFeatures } from './classifier/top-features.js'
export type { ClassifierView, Forecast } from './classifier/view.js'
export type { Counts, Outcome, TaughtItem, When } from './classifier/when.js'
export { AskanceError, type Position } from './errors.js'
export { exportLinear, importLinear, type LinearJson, LinearPredictor } from './export/json.js'
export { exportOnnx } from './export/onnx.js'
export type { LinearParts } from './export/parts.js'
export { exportVw, type VwExport } from './export/vw.js'
export { type Kernel, parseKernel } from './kernels.js'
export { type Costs, type CostWeights, Metrics, type MetricValues } from './metrics/metrics.js'
export { MultiLabelMetrics, type MultiLabelValues } from './metrics/multi-label.js'
export { MultiLabelClassifier, type MultiLabelParts } from './multi-label/classifier.js'
export type { MultiLabelEvent, MultiLabelObserved, PartEvent } from './multi-label/events.js'
export { type MultiLabelOptions, partOptions } from './multi-label/options.js'
export type { MultiLabelQuality } from './multi-label/quality.js'
export type { MultiLabelQuestion } from './multi-label/view.js'
export type { Measure } from './objective.js'
export type { GivenParameters, Parameter, Parameters } from './parameters.js'
export type { DecisionReason, SelfReport } from './parts.js'
export { Pool } from './pool/pool.js'
export type { Labelled, PoolItem, PoolProgress } from './pool/progress.js'
export type { PoolEstimates, PoolQuality } from './pool/quality.js'
export type { Estimate, QualityEstimates } from './quality/index.js'
export { Random } from './random.js'
export type { Coins } from './rounds/coins.js'
export { type Protocol, preparationFor, type RowKind } from './rounds/preparation-for.js'
export type { Normalization, Preparation } from './rows/prepare.js'
export { denseRow, Row, sparseRow } from './rows/row.js'
export { RowTable } from './rows/table.js'
export type { State } from './state/state.js'
export { VERSION } from './version.js'
