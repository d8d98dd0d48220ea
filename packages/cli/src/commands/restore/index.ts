import { withoutPassword } from '@askance/server/settings'
import { command } from '../../command/declare.js'
import { duration } from '../../terminal/numbers.js'
import { withElapsed } from '../backup/elapsed.js'
import { settingsOf, storeFlags } from '../serve/flags.js'

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
    const { store } = settingsOf(context, input)
    const { restoreStore } = await import('@askance/server/run')
    const seconds = await withElapsed(context, `Reading ${path}`, () => restoreStore(path, store))
    context.stdout.write(`${path} is in ${withoutPassword(store)}, in ${duration(seconds)}\n`)
  },
})
