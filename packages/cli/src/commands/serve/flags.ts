import {
  flagOf,
  readSettings,
  type Setting,
  type Settings,
  settingNames,
  settingsTable,
} from '@askance/server/settings'
import type { Flag, Flags, Input } from '../../command/declare.js'
import type { Context } from '../../context.js'

const usualOf = ({ type, default: usual }: Setting): string | undefined => {
  if (type === 'switch') return undefined
  return type === 'list' ? undefined : String(usual)
}

/** The flag of a setting. Its default is only told, not set: otherwise it would win over the environment and the file. */
const flagFor = (setting: Setting): Flag => {
  const { type, summary, group, hint, least, most, choices } = setting
  const usual = usualOf(setting)
  return {
    type: type === 'list' ? 'text' : type,
    summary,
    group,
    ...(hint !== undefined && { hint }),
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
    ...(choices && { choices }),
    ...(usual !== undefined && { usual }),
  }
}

export const settingFlags: Flags = Object.fromEntries(
  settingNames.map((name) => [flagOf(name), flagFor(settingsTable[name])]),
)

export const configFlag = {
  type: 'file',
  hint: 'FILE',
  usual: 'ASKANCE_CONFIG, or none',
  summary: 'a JSON file with settings',
} as const satisfies Flag

/** For commands that only need to know where the store is. */
export const storeFlags = {
  store: {
    type: 'text',
    hint: 'FILE|URL',
    usual: 'ASKANCE_STORE, that of --config, or askance.sqlite',
    summary: settingsTable.store.summary,
  },
  config: configFlag,
} as const satisfies Flags

/** The settings as flags, environment and file have them together. */
export const settingsOf = (
  { env }: Pick<Context, 'env'>,
  { flags, given }: Pick<Input<Flags>, 'flags' | 'given'>,
): Settings => {
  const known = settingNames.map(flagOf).filter((flag) => given.has(flag))
  const { config } = flags
  return readSettings({
    flags: Object.fromEntries(known.map((flag) => [flag, flags[flag]])),
    env,
    ...(typeof config === 'string' && { file: config }),
  })
}
