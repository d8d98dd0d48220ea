export { flagOf, settingNames, variableOf } from './names.js'
export { isLoopback, readSettings, type Sources } from './read.js'
export { shownSettings, withoutPassword } from './shown.js'
export { type Setting, type SettingName, type Settings, settingsTable, usualSettings } from './table.js'
