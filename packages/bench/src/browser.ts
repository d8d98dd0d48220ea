// What runs in browsers too.
export {
  type Column,
  csvCells,
  csvTable,
  latexTable,
  markdownTable,
  type Table,
  type TableCell,
  tableWidth,
  textTable,
  textTables,
} from '@askance/core/internals'
export { type DialSearch, fewestQuestionsAt, isFair, searchDial, type Trial } from './aim/search.js'
export { benchError, benchErrorTable } from './errors.js'
export { type InlineOptions, inlineRuntime } from './experiment/inline-runtime.js'
export { jobOrder } from './experiment/order.js'
export { playProtocol } from './experiment/play.js'
export type { ExperimentRuntime } from './experiment/runtime.js'
export { GAIN_SHARE, nearestShare } from './experiment/shares.js'
export type { Job } from './jobs/job.js'
export type { Progress as WorkProgress } from './jobs/job-runner.js'
export * from './metrics.js'
export { areaUnderRoc } from './play/auc.js'
export * from './play/index.js'
export * from './protocol/defaults.js'
export { parseProtocol, parseProtocolText } from './protocol/parse.js'
export * from './protocol/protocol.js'
export { comparisonReport, tuningText } from './report/comparison.js'
export type * from './report/figure.js'
export { resultsJson } from './report/json.js'
export type * from './report/report.js'
export { cellSummary, pairedValues, type Reported, reported, type Summary } from './report/summary/cells.js'
export { contenders, fullFor, randomFor, savingOf } from './report/summary/rankings.js'
export { savingSentences } from './report/summary/saving-sentences.js'
export * from './report/tables/index.js'
export type * from './reproduce/reproduction.js'
export type * from './results/results.js'
export { makeSet } from './sets/make.js'
export { type Labelled, readLabelled } from './sets/read.js'
export type { OpenSet } from './sets/set.js'
export { type Stage, stageOf } from './sets/stage.js'
export * from './statistics/index.js'
export { gridPoints } from './tune/grid.js'
