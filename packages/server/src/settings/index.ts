export { readSettings, redactedSettings, redactPassword, type Sources, trustedProxies } from './read.js'
export * from './table.js'
