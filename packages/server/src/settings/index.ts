export { readSettings, redactedSettings, redactPassword, type Sources } from './read.js'
export * from './table.js'
