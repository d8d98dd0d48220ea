export { readSettings, type Sources } from './read.js'
export { shownSettings, withoutPassword } from './shown.js'
export * from './table.js'
