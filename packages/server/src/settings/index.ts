export { readSettings, type Sources, shownSettings, withoutPassword } from './read.js'
export * from './table.js'
