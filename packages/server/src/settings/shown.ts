import type { Value } from '@askance/core/internals'
import { type Setting, type Settings, settingNames, settingsTable } from './table.js'

/**
 * A store without its password.
 *
 * @example
 * withoutPassword('postgres://ada:secret@db/askance') // => 'postgres://ada:***@db/askance'
 * withoutPassword('postgres://db/askance?user=ada&password=secret') // => 'postgres://db/askance?user=ada&password=***'
 * withoutPassword('askance.sqlite') // => 'askance.sqlite'
 */
export const withoutPassword = (url: string): string =>
  url.replace(/^([a-z][a-z\d+.-]*:\/\/[^:@/?#]*):.*@/i, '$1:***@').replace(/([?&]password=)[^&#]*/gi, '$1***')

/** The settings as they may be shown and logged. */
export const shownSettings = (settings: Settings): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    settingNames.map((name) => {
      const { secret }: Setting = settingsTable[name]
      return [name, secret ? withoutPassword(String(settings[name])) : settings[name]]
    }),
  )
