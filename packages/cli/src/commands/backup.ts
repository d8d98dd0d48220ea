import { stat } from 'node:fs/promises'
import { counted, duration } from '@askance/core/internals'
import { redactPassword } from '@askance/server/settings'
import { command } from '../command/declare.js'
import type { Context } from '../context.js'
import { StatusLine } from '../terminal/status-line.js'
import { settingsFromInput, storeFlags } from './service-flags.js'

export const backup = command({
  name: 'backup',
  summary: 'writes all that is in a store into one file, also while the service runs',
  description: [
    'The file holds the store as it was at one moment, whether that is SQLite or PostgreSQL, and can be restored into either. It appears under its name only when it is complete; a file that is there already is not overwritten.',
  ],
  arguments: [{ name: 'FILE', summary: 'the file to write', file: true }],
  flags: storeFlags,
  examples: [
    { about: 'the store of this folder', line: 'askance backup askance-monday.backup' },
    {
      about: 'a database',
      line: 'askance backup all.backup --store postgres://askance:PASSWORD@localhost/askance',
    },
  ],
  async run(context, input) {
    const [path = ''] = input.args
    const { store } = settingsFromInput(context, input)
    const { backupStore } = await import('@askance/server/run')
    const seconds = await withElapsed(context, `Writing ${path}`, () => backupStore(store, path))
    const { size } = await stat(path)
    context.stdout.write(`${path}, ${counted(size, 'byte')}, in ${duration(seconds)}\n`)
  },
})

export const restore = command({
  name: 'restore',
  summary: 'fills an empty store from a file that `askance backup` wrote',
  description: [
    'All of it or nothing. A store with anything in it is not touched. Backing up from SQLite and restoring into PostgreSQL, or the other way round, is how to move from one to the other.',
  ],
  arguments: [{ name: 'FILE', summary: 'a backup', file: true }],
  flags: storeFlags,
  examples: [
    { about: 'into a new file', line: 'askance restore askance-monday.backup --store askance.sqlite' },
    {
      about: 'into an empty database',
      line: 'askance restore all.backup --store postgres://askance:PASSWORD@localhost/askance',
    },
  ],
  async run(context, input) {
    const [path = ''] = input.args
    const { store } = settingsFromInput(context, input)
    const { restoreStore } = await import('@askance/server/run')
    const seconds = await withElapsed(context, `Reading ${path}`, () => restoreStore(path, store))
    context.stdout.write(`${path} is in ${redactPassword(store)}, in ${duration(seconds)}\n`)
  },
})

/** Between two drawings of the line, in milliseconds. */
const REDRAW_MS = 500

/** Does something long, and shows for how long it has been at it. Gives the seconds it took. */
const withElapsed = async (context: Context, what: string, action: () => Promise<void>): Promise<number> => {
  const status = new StatusLine(context)
  const begun = performance.now()
  const elapsed = (): number => (performance.now() - begun) / 1000
  const timer = setInterval(() => status.show(() => `${what} … ${duration(elapsed())}`), REDRAW_MS)
  try {
    await action()
    return elapsed()
  } finally {
    clearInterval(timer)
    status.end()
  }
}
