import { type PlainColumn, plainTable } from '@askance/core/internals'
import type { TokenRecord } from '@askance/server/run'
import { type Command, command, type Flags, type Input } from '../command/declare.js'
import { type Context, terminalWidth } from '../context.js'
import { cliError } from '../errors.js'
import { styleFor } from '../terminal/style.js'
import { settingsFromInput, storeFlags } from './service-flags.js'

const DAY = 24 * 3600 * 1000
/** The actor in the audit log. */
const ACTOR = 'command line'
const ROLES = ['owner', 'labeller', 'reader'] as const

const tokenFlags = {
  role: {
    type: 'text',
    choices: ROLES,
    summary: 'create: the role. Readers can read, labellers can also answer, owners can do everything',
  },
  name: { type: 'text', hint: 'NAME', summary: 'create: the name of its user, written to the audit log' },
  stream: {
    type: 'text',
    hint: 'ID',
    summary: 'create: restrict the token to one stream',
    defaultText: 'all streams',
  },
  'expires-days': {
    type: 'whole',
    hint: 'N',
    min: 1,
    max: 36_500,
    defaultText: 'never',
    summary: 'create: expire after N days',
  },
  json: { type: 'switch', summary: 'print JSON' },
  ...storeFlags,
} as const satisfies Flags

type TokenInput = Input<typeof tokenFlags>

export const token: Command = command({
  name: 'token',
  summary: 'create, list and revoke access tokens of the service',
  description: [
    'create: prints a new token. Only its hash is stored, so it cannot be shown again. list: shows all tokens without their secrets. revoke: revokes the token with this ID from the list.',
    'The command opens the store directly. A running service locks its SQLite file; use its API instead (POST /v1/tokens), or stop the service first.',
  ],
  arguments: [
    { name: 'ACTION', summary: 'create, list or revoke', choices: ['create', 'list', 'revoke'] },
    { name: 'ID', summary: 'revoke: the token ID', optional: true },
  ],
  flags: tokenFlags,
  examples: [
    { about: 'for a labeller', line: 'askance token create --role labeller --name ada' },
    {
      about: 'read access to one stream for 30 days',
      line: 'askance token create --role reader --name report --stream mails --expires-days 30',
    },
    { about: 'list all tokens', line: 'askance token list' },
    { about: 'revoke one', line: 'askance token revoke 0198b0c2-5d3e-4f3b-9c46-2f6f3e1d7a11' },
  ],
  async run(context, input) {
    const [action] = input.args
    if (action === 'create') await create(context, input)
    else if (action === 'revoke') await revoke(context, input)
    else await list(context, input)
  },
})

const requiredFlag = (action: string, name: 'role' | 'name', { flags }: TokenInput): string => {
  const value = flags[name]
  if (value !== undefined) return value
  throw cliError('usage/flag-missing', {
    command: `token ${action}`,
    flag: `--${name}`,
    summary: tokenFlags[name].summary.replace(/^create: /, ''),
  })
}

type Server = typeof import('@askance/server/run')
type Store = Awaited<ReturnType<Server['openStore']>>

/** Opens the store for one action and closes it afterwards. */
const withStore = async <Value>(
  context: Context,
  input: TokenInput,
  action: (store: Store, server: Server) => Promise<Value>,
): Promise<Value> => {
  const settings = settingsFromInput(context, input as unknown as Input<Flags>)
  const server = await import('@askance/server/run')
  const store = await server.openStore(settings.store)
  try {
    return await action(store, server)
  } finally {
    await store.close()
  }
}

const create = async (context: Context, input: TokenInput): Promise<void> => {
  const { stream, 'expires-days': days, json } = input.flags
  const name = requiredFlag('create', 'name', input)
  const role = requiredFlag('create', 'role', input) as (typeof ROLES)[number]
  const now = Date.now()
  const made = await withStore(context, input, (store, { createToken }) =>
    createToken(
      store,
      {
        name,
        role,
        ...(stream !== undefined && { stream }),
        ...(days !== undefined && { expires: now + days * DAY }),
      },
      ACTOR,
      now,
    ),
  )
  const { hash: _, ...shown } = made.record
  context.stdout.write(json ? `${JSON.stringify({ ...shown, token: made.token })}\n` : `${made.token}\n`)
  if (!json) context.stderr.write(`Token for ${name} (${role}). It will not be shown again.\n`)
}

const list = async (context: Context, input: TokenInput): Promise<void> => {
  const records = await withStore(context, input, (store) => store.listTokens())
  const shown = records.map(({ hash: _, ...record }) => record)
  context.stdout.write(
    input.flags.json ? `${JSON.stringify(shown)}\n` : printTokens(shown, context, Date.now()),
  )
}

const revoke = async (context: Context, input: TokenInput): Promise<void> => {
  const [, id] = input.args
  if (id === undefined)
    throw cliError('usage/argument-missing', {
      command: 'token revoke',
      name: 'ID',
      summary: 'the token ID; `askance token list` shows it',
    })
  await withStore(context, input, (store, { deleteToken }) => deleteToken(store, id, ACTOR, Date.now()))
  context.stdout.write(input.flags.json ? `${JSON.stringify({ id })}\n` : `revoked ${id}\n`)
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)

const expiryText = ({ expires }: Pick<TokenRecord, 'expires'>, now: number): string => {
  if (expires === undefined) return 'never'
  return `${day(expires)}${expires <= now ? ' (expired)' : ''}`
}

const printTokens = (tokens: readonly Omit<TokenRecord, 'hash'>[], context: Context, now: number): string => {
  if (tokens.length === 0) return 'No tokens yet.\n'
  const style = styleFor(context, context.stdout)
  const columns: readonly PlainColumn[] = [
    { title: 'id' },
    { title: 'name', paint: style.bold },
    { title: 'role' },
    { title: 'stream' },
    { title: 'created' },
    { title: 'expires' },
  ]
  const rows = tokens.map((token) => [
    token.id,
    token.name,
    token.role,
    token.stream ?? 'all',
    day(token.created),
    expiryText(token, now),
  ])
  return `${plainTable(columns, rows, { heads: style.dim, width: terminalWidth(context.stdout) })}\n`
}
