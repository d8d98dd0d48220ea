import { redactedSettings } from '../settings/read.js'
import type { Settings } from '../settings/table.js'
import { locate } from '../store/open.js'
import { sqliteDriver } from '../store/sqlite/driver.js'

/** The settings without secrets, with the build of SQLite that `auto` takes. */
export const shownSettings = (settings: Settings): Readonly<Record<string, unknown>> => {
  const shown = redactedSettings(settings)
  if (settings.sqliteDriver !== 'auto' || locate(settings.store).kind !== 'sqlite') return shown
  return { ...shown, sqliteDriver: `auto (${sqliteDriver().name})` }
}
