import { flagName, readSettings, type Settings, settingNames, settingsTable } from '@askance/server/settings'
import type { Flag, Flags, Input } from '../command/declare.js'
import type { Context } from '../context.js'

/** Who the audit log names for changes made by a command. */
export const ACTOR = 'command line'

/** Every setting as a flag. Defaults are only displayed: `settingsFromInput` passes on explicit flags. */
export const settingFlags: Flags = Object.fromEntries(
  settingNames.map((name) => [flagName(name), settingsTable[name]]),
)

export const configFlag = {
  type: 'file',
  hint: 'FILE',
  defaultText: 'ASKANCE_CONFIG, or none',
  summary: 'a JSON file with settings',
} as const satisfies Flag

const { group: _, ...storeSetting } = settingsTable.store

/** For commands that only open the store. */
export const storeFlags = {
  store: { ...storeSetting, defaultText: 'ASKANCE_STORE, the store of --config, or askance.sqlite' },
  config: configFlag,
} as const satisfies Flags

export const settingsFromInput = (
  { env }: Pick<Context, 'env'>,
  { flags, given }: Pick<Input<Flags>, 'flags' | 'given'>,
): Settings => {
  const known = settingNames.map(flagName).filter((flag) => given.has(flag))
  const { config } = flags
  return readSettings({
    flags: Object.fromEntries(known.map((flag) => [flag, flags[flag]])),
    env,
    ...(typeof config === 'string' && { file: config }),
  })
}
