import type { Declaration, Value, ValueOf } from '@askance/core/internals'

/** A setting of the service. It is also a flag of `askance serve`, in the same form. */
export interface Setting extends Declaration {
  readonly default: Value
  /** The heading in help and docs. */
  readonly group: 'Listening' | 'Store' | 'Access' | 'Limits' | 'Learning' | 'Operation'
  /** Holds something that must not be shown or logged. */
  readonly secret?: true
}

/**
 * Every setting of the service. In a file it has this name; as a flag `--with-dashes`; in the environment
 * `ASKANCE_WITH_UNDERSCORES`. Flags win over the environment, which wins over the file, which wins over the default.
 */
export const settingsTable = {
  host: {
    type: 'text',
    default: '127.0.0.1',
    hint: 'ADDRESS',
    group: 'Listening',
    summary: 'the address to listen on; 0.0.0.0 is every address of this machine',
  },
  port: {
    type: 'whole',
    default: 8642,
    min: 0,
    max: 65535,
    hint: 'N',
    group: 'Listening',
    summary: 'the port to listen on; 0 takes a free one',
  },
  trustProxy: {
    type: 'switch',
    default: false,
    group: 'Listening',
    summary: 'believes the X-Forwarded headers of a proxy in front',
  },
  store: {
    type: 'text',
    default: 'askance.sqlite',
    hint: 'FILE|URL',
    group: 'Store',
    secret: true,
    summary: 'where everything is kept: an SQLite file, or postgres://user:password@host:port/database',
  },
  anonymous: {
    type: 'switch',
    default: false,
    group: 'Access',
    summary: 'needs no tokens: everybody is owner. Only when listening on this machine itself',
  },
  corsOrigins: {
    type: 'list',
    default: [],
    hint: 'URL,...',
    group: 'Access',
    summary: 'other sites whose pages may call the service; none if not given',
  },
  bodyLimit: {
    type: 'whole',
    default: 8 * 2 ** 20,
    min: 1024,
    max: 2 ** 30,
    hint: 'BYTES',
    group: 'Limits',
    summary: 'the largest body of a request',
  },
  modelLimit: {
    type: 'whole',
    default: 256 * 2 ** 20,
    min: 1024,
    max: 2 ** 30,
    hint: 'BYTES',
    group: 'Limits',
    summary: 'the largest model that may be sent',
  },
  batchLimit: {
    type: 'whole',
    default: 1000,
    min: 1,
    max: 100_000,
    hint: 'N',
    group: 'Limits',
    summary: 'the most items in one JSON request; lines of NDJSON have no such limit',
  },
  rateLimit: {
    type: 'whole',
    default: 0,
    min: 0,
    max: 1e9,
    hint: 'N',
    group: 'Limits',
    summary: 'the most requests a minute of one token, or of one address without; 0 is no limit',
  },
  loginLimit: {
    type: 'whole',
    default: 30,
    min: 1,
    max: 1e9,
    hint: 'N',
    group: 'Limits',
    summary: 'the most requests a minute with a wrong token from one address',
  },
  connectionLimit: {
    type: 'whole',
    default: 2000,
    min: 1,
    max: 1e6,
    hint: 'N',
    group: 'Limits',
    summary: 'the most connections at a time',
  },
  queueLimit: {
    type: 'whole',
    default: 1000,
    min: 1,
    max: 1e6,
    hint: 'N',
    group: 'Limits',
    summary: 'the most requests that may wait for one stream; more are told to come again',
  },
  threads: {
    type: 'whole',
    default: -1,
    min: -1,
    max: 256,
    hint: 'N',
    group: 'Learning',
    summary:
      'the threads that learn; −1 is one less than the machine has cores, but two at least; 0 learns where requests are read',
  },
  loadedStreams: {
    type: 'whole',
    default: 200,
    min: 1,
    max: 1e6,
    hint: 'N',
    group: 'Learning',
    summary: 'the most streams in memory; those not used for longest are put away',
  },
  idleMinutes: {
    type: 'whole',
    default: 15,
    min: 1,
    max: 1e6,
    hint: 'N',
    group: 'Learning',
    summary: 'a stream not used for so long is put away',
  },
  snapshotEvery: {
    type: 'whole',
    default: 20_000,
    min: 1,
    max: 1e9,
    hint: 'N',
    group: 'Learning',
    summary: 'events between two snapshots of a stream: the more, the longer it takes to start again',
  },
  privateHooks: {
    type: 'switch',
    default: false,
    group: 'Access',
    summary: 'lets webhooks call addresses of this machine and of private networks',
  },
  logLevel: {
    type: 'text',
    default: 'info',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    hint: 'LEVEL',
    group: 'Operation',
    summary: 'how much is logged, as JSON lines to the standard error',
  },
  shutdownSeconds: {
    type: 'whole',
    default: 25,
    min: 1,
    max: 3600,
    hint: 'N',
    group: 'Operation',
    summary: 'how long requests that have begun may take when the service is told to stop',
  },
} as const satisfies Readonly<Record<string, Setting>>

export type SettingName = keyof typeof settingsTable

export type Settings = { readonly [Name in SettingName]: ValueOf<(typeof settingsTable)[Name]> }

/** The default of every setting. */
export const defaultSettings = Object.fromEntries(
  Object.entries(settingsTable).map(([name, { default: value }]) => [name, value]),
) as unknown as Settings

export const settingNames = Object.keys(settingsTable) as readonly SettingName[]

const words = (name: string): readonly string[] => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())

/**
 * The flag of a setting, without the dashes before it.
 *
 * @example
 * flagOf('corsOrigins') // => 'cors-origins'
 */
export const flagName = (name: string): string => words(name).join('-')

/**
 * The variable of a setting in the environment.
 *
 * @example
 * variableOf('corsOrigins') // => 'ASKANCE_CORS_ORIGINS'
 */
export const variableName = (name: string): string => `ASKANCE_${words(name).join('_').toUpperCase()}`
