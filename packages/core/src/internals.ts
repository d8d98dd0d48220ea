/** What only the packages of Askance use. It may change in any version. */
export * from './declare.js'
export * from './rpc.js'
