import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { counted, duration } from '@askance/core/internals'
import { redactPassword, type Settings } from '@askance/server/settings'
import { command } from '../command/declare.js'
import type { Context } from '../context.js'
import { StatusLine } from '../terminal/status-line.js'
import { settingsFromInput, storeFlags } from './service-flags.js'

export const backup = command({
  name: 'backup',
  summary: 'back up a store to one file, also while the service runs',
  description: [
    'The file is a consistent snapshot of a SQLite or PostgreSQL store and can be restored into either. It gets its name only when it is complete; an existing file is not overwritten.',
    'With --verify, the backup is read again as a restore would: its tables, a digest of all rows, every log without gaps, and every stream loaded from its snapshot and the rest of its log. If FILE is there already, it is only verified.',
  ],
  arguments: [{ name: 'FILE', summary: 'the file to write, or with --verify to check', file: true }],
  flags: {
    verify: { type: 'switch', summary: 'verify the backup, or the existing FILE, and say what is in it' },
    ...storeFlags,
  },
  examples: [
    { about: 'the store in this folder', line: 'askance backup askance-monday.backup' },
    { about: 'and check that it can be restored', line: 'askance backup askance-monday.backup --verify' },
    {
      about: 'a PostgreSQL database',
      line: 'askance backup all.backup --store postgres://askance:PASSWORD@localhost/askance',
    },
  ],
  async run(context, input) {
    const [path = ''] = input.args
    const settings = settingsFromInput(context, input)
    const isVerified = input.given.has('verify')
    if (!(isVerified && existsSync(path))) await write(context, settings, path)
    if (isVerified) await verify(context, path)
  },
})

const write = async (context: Context, { store, sqliteDriver }: Settings, path: string): Promise<void> => {
  const { backupStore } = await import('@askance/server/run')
  const { seconds } = await withElapsed(
    context,
    () => `Writing ${path}`,
    () => backupStore(store, path, sqliteDriver),
  )
  const { size } = await stat(path)
  context.stdout.write(`wrote ${path}, ${counted(size, 'byte')}, in ${duration(seconds)}\n`)
}

const verify = async (context: Context, path: string): Promise<void> => {
  const { verifyBackup } = await import('@askance/server/run')
  let done = 0
  const { seconds, value } = await withElapsed(
    context,
    () => `Verifying ${path}, ${counted(done, 'stream')}`,
    () =>
      verifyBackup(path, (streams) => {
        done = streams
      }),
  )
  const { streams, events, items, snapshots, hasDigest } = value
  const parts = [
    counted(streams, 'stream'),
    counted(events, 'event'),
    counted(items, 'item'),
    counted(snapshots, 'snapshot'),
  ]
  const digest = hasDigest
    ? 'the digest of its content is right'
    : 'it has no digest, because an earlier version wrote it'
  context.stdout.write(`verified ${path} in ${duration(seconds)}: ${parts.join(', ')}; ${digest}\n`)
}

export const restore = command({
  name: 'restore',
  summary: 'restore a backup into an empty store',
  description: [
    'The restore is atomic, and a store that is not empty is left unchanged. To move between SQLite and PostgreSQL, back up from one and restore into the other.',
  ],
  arguments: [{ name: 'FILE', summary: 'the backup to restore', file: true }],
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
    const { store, sqliteDriver } = settingsFromInput(context, input)
    const { restoreStore } = await import('@askance/server/run')
    const { seconds } = await withElapsed(
      context,
      () => `Reading ${path}`,
      () => restoreStore(path, store, sqliteDriver),
    )
    context.stdout.write(`restored ${path} into ${redactPassword(store)} in ${duration(seconds)}\n`)
  },
})

/** Milliseconds between redraws of the status line. */
const REDRAW_MS = 500

/** Shows the elapsed time during a long action, and returns it in seconds with the result. */
const withElapsed = async <Value>(
  context: Context,
  what: () => string,
  action: () => Promise<Value>,
): Promise<{ readonly seconds: number; readonly value: Value }> => {
  const status = new StatusLine(context)
  const begun = performance.now()
  const elapsed = (): number => (performance.now() - begun) / 1000
  const timer = setInterval(() => status.show(() => `${what()} … ${duration(elapsed())}`), REDRAW_MS)
  try {
    const value = await action()
    return { seconds: elapsed(), value }
  } finally {
    clearInterval(timer)
    status.end()
  }
}
