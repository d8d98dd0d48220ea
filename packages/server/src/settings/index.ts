export { isLoopback, readSettings, type Sources } from './read.js'
export { shownSettings, withoutPassword } from './shown.js'
export {
  flagOf,
  type Setting,
  type SettingName,
  type Settings,
  settingNames,
  settingsTable,
  usualSettings,
  variableOf,
} from './table.js'
