import { type SettingName, settingsTable } from './table.js'

const words = (name: string): readonly string[] => name.split(/(?=[A-Z])/).map((word) => word.toLowerCase())

/**
 * The flag of a setting, without the dashes before it.
 *
 * @example
 * flagOf('corsOrigins') // => 'cors-origins'
 */
export const flagOf = (name: string): string => words(name).join('-')

/**
 * The variable of a setting in the environment.
 *
 * @example
 * variableOf('corsOrigins') // => 'ASKANCE_CORS_ORIGINS'
 */
export const variableOf = (name: string): string => `ASKANCE_${words(name).join('_').toUpperCase()}`

export const settingNames = Object.keys(settingsTable) as readonly SettingName[]
