export { serverError, serverErrorTable } from './errors.js'
export { type HookEventName, hookEvents } from './hooks/events.js'
export { newHookSecret, signedHeaders, verifyWebhook } from './hooks/sign.js'
export { type AppOptions, createApp } from './http/app.js'
export type { Asset } from './http/assets.js'
export { openApiDocument } from './http/document.js'
export type { Identity } from './http/guard.js'
export { statusOf } from './http/problems.js'
export { emptyResponse, jsonResponse, type Route, route } from './http/route.js'
export { createMetrics, type Metrics } from './metrics/metrics.js'
export { METRIC_PREFIX, type MetricDeclaration, type MetricName, metricsTable } from './metrics/table.js'
export type { OperationName, Request, Result } from './operations/index.js'
export type * from './operations/types.js'
export {
  backupStore,
  createLogger,
  createToken,
  deleteToken,
  expiryOf,
  type Logger,
  openStore,
  type Running,
  restoreStore,
  rotateToken,
  type StartOptions,
  startServer,
  untilStopped,
  verifyBackup,
} from './run/index.js'
export type { Caller, Service } from './service/service.js'
export { createService } from './service/service.js'
export {
  defaultSettings,
  flagName,
  readSettings,
  redactedSettings,
  type Setting,
  type SettingName,
  type Settings,
  type Sources,
  settingNames,
  settingsTable,
  variableName,
} from './settings/index.js'
export type * from './store/records.js'
export type { Store } from './store/store.js'
export { type Consensus, defaultConfig, type StreamChange, type StreamConfig } from './stream/config.js'
