import { stat } from 'node:fs/promises'
import { command } from '../../command/declare.js'
import { counted, duration } from '../../terminal/numbers.js'
import { settingsOf, storeFlags } from '../serve/flags.js'
import { withElapsed } from './elapsed.js'

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
    const { store } = settingsOf(context, input)
    const { backupStore } = await import('@askance/server/run')
    const seconds = await withElapsed(context, `Writing ${path}`, () => backupStore(store, path))
    const { size } = await stat(path)
    context.stdout.write(`${path}, ${counted(size, 'byte')}, in ${duration(seconds)}\n`)
  },
})
