import type { Command } from '../command/declare.js'

/**
 * Every command by its name, in the order help lists them. Each is loaded only when it is needed: a short command should not
 * wait for the modules of the long ones.
 */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  label: async () => (await import('./label/index.js')).label,
  demo: async () => (await import('./demo/index.js')).demo,
  run: async () => (await import('./run/index.js')).run,
  live: async () => (await import('./live/index.js')).live,
  predict: async () => (await import('./predict/index.js')).predict,
  explain: async () => (await import('./explain/index.js')).explain,
  compare: async () => (await import('./compare/index.js')).compare,
  tune: async () => (await import('./tune.js')).tune,
  sensitivity: async () => (await import('./sensitivity/index.js')).sensitivity,
  reproduce: async () => (await import('./reproduce/index.js')).reproduce,
  convert: async () => (await import('./convert.js')).convert,
  generate: async () => (await import('./generate.js')).generate,
  data: async () => (await import('./data.js')).data,
  algorithms: async () => (await import('./algorithms.js')).algorithms,
  serve: async () => (await import('./serve.js')).serve,
  work: async () => (await import('./work.js')).work,
  token: async () => (await import('./token.js')).token,
  backup: async () => (await import('./backup.js')).backup,
  restore: async () => (await import('./backup.js')).restore,
  erase: async () => (await import('./erase.js')).erase,
  completion: async () => (await import('./completion.js')).completionFor(loadCommands),
}

export const commandNames: readonly string[] = Object.keys(loaders)

export const loadCommand = async (name: string): Promise<Command | undefined> =>
  Object.hasOwn(loaders, name) ? loaders[name]?.() : undefined

export const loadCommands = (): Promise<readonly Command[]> =>
  Promise.all(Object.values(loaders).map((load) => load()))
