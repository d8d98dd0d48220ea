/** What only the packages of Askance use. It may change in any version. */
export * from './rpc.js'
