export type { Identity } from './access/identity.js'
export { serverError, serverErrorTable } from './errors.js'
export { type HookEventName, hookEvents, newHookSecret, signedHeaders, verifyWebhook } from './hooks/index.js'
export { type AppOptions, createApp } from './http/app.js'
export type { Asset } from './http/assets.js'
export { openApiDocument } from './http/openapi.js'
export { answers, answersNothing, type Route, route } from './http/route.js'
export { statusOf } from './http/statuses.js'
export {
  createMetrics,
  METRIC_PREFIX,
  type MetricDeclaration,
  type MetricName,
  type Metrics,
  metricsTable,
} from './metrics/index.js'
export {
  backupStore,
  createLogger,
  createToken,
  deleteToken,
  type Logger,
  openStore,
  type Running,
  restoreStore,
  type StartOptions,
  startServer,
  untilStopped,
} from './run/index.js'
export { createService } from './service/create.js'
export type { Caller, Service } from './service/service.js'
export {
  flagOf,
  readSettings,
  type Setting,
  type SettingName,
  type Settings,
  type Sources,
  settingNames,
  settingsTable,
  shownSettings,
  usualSettings,
  variableOf,
} from './settings/index.js'
export type * from './store/records.js'
export type { Store } from './store/store.js'
export { type Consensus, type StreamChange, type StreamConfig, usualConfig } from './stream/config.js'
export type * from './stream/operations.js'
