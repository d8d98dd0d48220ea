import type { ValueOf } from '@askance/core/internals'
import { clusterSettings } from './cluster.js'
import { limitSettings } from './limits.js'
import { nodeSettings } from './nodes.js'
import type { Setting } from './setting.js'
import { signInSettings } from './sign-in.js'

export type { Setting } from './setting.js'

/**
 * Every setting of the service. A settings file uses these names, flags are `--with-dashes` and environment variables
 * `ASKANCE_WITH_UNDERSCORES`. Precedence: flag, environment, file, default.
 */
export const settingsTable = {
  host: {
    type: 'text',
    default: '127.0.0.1',
    hint: 'ADDRESS',
    group: 'Listening',
    summary: 'address to listen on; 0.0.0.0 listens on all interfaces',
  },
  port: {
    type: 'whole',
    default: 8642,
    min: 0,
    max: 65535,
    hint: 'N',
    group: 'Listening',
    summary: 'port to listen on; 0 picks a free port',
  },
  trustProxy: {
    type: 'text',
    default: 'none',
    hint: 'N|CIDR,...',
    group: 'Listening',
    summary:
      'whose X-Forwarded-* headers to trust: none, the number of reverse proxies in a row, or their addresses such as 10.0.0.0/8,::1',
  },
  store: {
    type: 'text',
    default: 'askance.sqlite',
    hint: 'FILE|URL',
    group: 'Store',
    secret: 'url',
    summary: 'the database: an SQLite file, or postgres://user:password@host:port/database',
  },
  sqliteDriver: {
    type: 'text',
    default: 'auto',
    choices: ['auto', 'better-sqlite3', 'node', 'wasm'],
    hint: 'DRIVER',
    group: 'Store',
    summary:
      'build of SQLite: the package better-sqlite3, that of Node (22.16 or newer), or WebAssembly; auto takes the first that is installed',
  },
  backupFolder: {
    type: 'text',
    default: '',
    hint: 'FOLDER',
    group: 'Store',
    summary: 'folder for scheduled backups, each verified after it is written; empty turns them off',
  },
  backupHours: {
    type: 'whole',
    default: 24,
    min: 1,
    max: 8760,
    hint: 'N',
    group: 'Store',
    summary: 'hours between scheduled backups',
  },
  backupsKept: {
    type: 'whole',
    default: 7,
    min: 1,
    max: 10_000,
    hint: 'N',
    group: 'Store',
    summary: 'number of scheduled backups to keep; older ones are deleted',
  },
  secretKeys: {
    type: 'list',
    default: [],
    hint: 'KEY,...',
    group: 'Store',
    secret: true,
    summary:
      'keys of 32 bytes, in base64 or hexadecimal, that encrypt webhook secrets in the store: the first encrypts, all decrypt. Without keys they are in plain text',
  },
  secretKeyFile: {
    type: 'text',
    default: '',
    hint: 'FILE',
    group: 'Store',
    summary: 'file with keys as in secretKeys, one per line, the current key first',
  },
  auditDays: {
    type: 'whole',
    default: 0,
    min: 0,
    max: 36_500,
    hint: 'N',
    group: 'Store',
    summary: 'days after which audit entries are deleted; 0 keeps them',
  },
  logDays: {
    type: 'whole',
    default: 0,
    min: 0,
    max: 36_500,
    hint: 'N',
    group: 'Store',
    summary:
      'days after which events are removed from logs, if two snapshots have them; 0 keeps them. Erasing older items is then incomplete',
  },
  deliveryDays: {
    type: 'whole',
    default: 30,
    min: 0,
    max: 36_500,
    hint: 'N',
    group: 'Store',
    summary: 'days after which webhook messages that could not be delivered are deleted; 0 keeps them',
  },
  ...nodeSettings,
  ...clusterSettings,
  anonymous: {
    type: 'switch',
    default: false,
    group: 'Access',
    summary: 'require no tokens and treat every caller as owner; only on a loopback host',
  },
  tokenDays: {
    type: 'whole',
    default: 365,
    min: 0,
    max: 36_500,
    hint: 'N',
    group: 'Access',
    summary: 'days until a new token expires, unless its expiry is given; 0 means never',
  },
  corsOrigins: {
    type: 'list',
    default: [],
    hint: 'URL,...',
    group: 'Access',
    summary: 'origins whose pages may call the service (CORS)',
  },
  ...signInSettings,
  ...limitSettings,
  threads: {
    type: 'whole',
    default: -1,
    min: -1,
    max: 256,
    hint: 'N',
    group: 'Learning',
    summary:
      'worker threads; -1 is the number of cores minus one, but at least two; 0 runs streams in the main thread',
  },
  loadedStreams: {
    type: 'whole',
    default: 200,
    min: 1,
    max: 1e6,
    hint: 'N',
    group: 'Learning',
    summary: 'max streams in memory; the least recently used are unloaded',
  },
  idleMinutes: {
    type: 'whole',
    default: 15,
    min: 1,
    max: 1e6,
    hint: 'N',
    group: 'Learning',
    summary: 'unload a stream after so many minutes without a request',
  },
  snapshotEvery: {
    type: 'whole',
    default: 20_000,
    min: 1,
    max: 1e9,
    hint: 'N',
    group: 'Learning',
    summary: 'events between two snapshots of a stream; more events mean slower recovery',
  },
  privateHooks: {
    type: 'switch',
    default: false,
    group: 'Access',
    summary: 'allow webhooks to call loopback and private addresses',
  },
  logLevel: {
    type: 'text',
    default: 'info',
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    hint: 'LEVEL',
    group: 'Operation',
    summary: 'log level',
  },
  logFormat: {
    type: 'text',
    default: 'auto',
    choices: ['auto', 'text', 'json'],
    hint: 'FORMAT',
    group: 'Operation',
    summary: 'logs on standard error: a line of text or of JSON per event; auto is text on a terminal',
  },
  slowMs: {
    type: 'whole',
    default: 1000,
    min: 0,
    max: 3_600_000,
    hint: 'N',
    group: 'Operation',
    summary:
      'log requests that take at least N milliseconds as warnings, with their path parameters; 0 turns it off',
  },
  metricStreams: {
    type: 'whole',
    default: 50,
    min: 0,
    max: 1000,
    hint: 'N',
    group: 'Operation',
    summary: 'streams with metrics of their own: those with the most items; the others are added up',
  },
  traceEndpoint: {
    type: 'text',
    default: '',
    hint: 'URL',
    group: 'Operation',
    summary:
      'where to send OpenTelemetry traces, such as http://127.0.0.1:4318/v1/traces; needs two more packages (docs/service-operation.md)',
  },
  shutdownSeconds: {
    type: 'whole',
    default: 25,
    min: 1,
    max: 3600,
    hint: 'N',
    group: 'Operation',
    summary: 'seconds that running requests get to finish at shutdown',
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
 * The flag of a setting, without the leading dashes.
 *
 * @example
 * flagName('corsOrigins') // => 'cors-origins'
 */
export const flagName = (name: string): string => words(name).join('-')

/**
 * The environment variable of a setting.
 *
 * @example
 * variableName('corsOrigins') // => 'ASKANCE_CORS_ORIGINS'
 */
export const variableName = (name: string): string => `ASKANCE_${words(name).join('_').toUpperCase()}`
