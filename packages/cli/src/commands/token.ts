import { type PlainColumn, plainTable } from '@askance/core/internals'
import type { TokenRecord } from '@askance/server/run'
import type { Settings } from '@askance/server/settings'
import { type Command, command, type Flags, type Input } from '../command/declare.js'
import { type Context, terminalWidth } from '../context.js'
import { cliError } from '../errors.js'
import { styleFor } from '../terminal/style.js'
import { ACTOR, settingsFromInput, storeFlags } from './service-flags.js'

const DAY = 24 * 3600 * 1000
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
    min: 0,
    max: 36_500,
    defaultText: 'the setting tokenDays, 365',
    summary: 'create, rotate: expire after N days; 0 means never',
  },
  'grace-hours': {
    type: 'number',
    hint: 'N',
    min: 0,
    max: 8760,
    defaultText: '24',
    summary: 'rotate: how long the previous secret stays valid',
  },
  json: { type: 'switch', summary: 'print JSON' },
  ...storeFlags,
} as const satisfies Flags

type TokenInput = Input<typeof tokenFlags>

export const token: Command = command({
  name: 'token',
  summary: 'create, list, rotate and revoke access tokens of the service',
  description: [
    'create: prints a new token. Only its hash is stored, so it cannot be shown again. list: shows all tokens without their secrets, with their last use. rotate: prints a new secret for the token with this ID; the previous one stays valid for a while. revoke: revokes the token with this ID.',
    'The command opens the store directly. A running service locks its SQLite file; use its API instead (POST /v1/tokens, POST /v1/tokens/ID/rotate), or stop the service first.',
  ],
  arguments: [
    {
      name: 'ACTION',
      summary: 'create, list, rotate or revoke',
      choices: ['create', 'list', 'rotate', 'revoke'],
    },
    { name: 'ID', summary: 'rotate, revoke: the token ID', optional: true },
  ],
  flags: tokenFlags,
  examples: [
    {
      about: 'for a labeller of one stream',
      line: 'askance token create --role labeller --name ada --stream mails',
    },
    { about: 'list all tokens, with their ids', line: 'askance token list' },
    {
      about: 'a new secret, while the old one works for two more days',
      line: 'askance token rotate 0198b0c2-5d3e-4f3b-9c46-2f6f3e1d7a11 --grace-hours 48',
    },
    { about: 'revoke it', line: 'askance token revoke 0198b0c2-5d3e-4f3b-9c46-2f6f3e1d7a11' },
  ],
  async run(context, input) {
    const [action] = input.args
    if (action === 'create') await create(context, input)
    else if (action === 'rotate') await rotate(context, input)
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

const requiredId = (action: string, { args: [, id] }: TokenInput): string => {
  if (id !== undefined) return id
  throw cliError('usage/argument-missing', {
    command: `token ${action}`,
    name: 'ID',
    summary: 'the token ID; `askance token list` shows it',
  })
}

type Server = typeof import('@askance/server/run')
type Store = Awaited<ReturnType<Server['openStore']>>

/** Opens the store for one action and closes it afterwards. */
const withStore = async <Value>(
  context: Context,
  input: TokenInput,
  action: (store: Store, server: Server, settings: Settings) => Promise<Value>,
): Promise<Value> => {
  const settings = settingsFromInput(context, input as unknown as Input<Flags>)
  const server = await import('@askance/server/run')
  const store = await server.openStore(settings.store, {
    sqliteDriver: settings.sqliteDriver,
    // A token can be made before the first start.
    mustExist: input.args[0] !== 'create',
  })
  try {
    return await action(store, server, settings)
  } finally {
    await store.close()
  }
}

/** When a token expires, as the flag says; undefined leaves it to the setting. */
const givenExpiry = (
  { flags: { 'expires-days': days } }: TokenInput,
  now: number,
): number | null | undefined => (days === 0 ? null : days && now + days * DAY)

const create = async (context: Context, input: TokenInput): Promise<void> => {
  const { stream } = input.flags
  const name = requiredFlag('create', 'name', input)
  const role = requiredFlag('create', 'role', input) as (typeof ROLES)[number]
  const now = Date.now()
  const made = await withStore(context, input, (store, { createToken, expiryOf }, settings) =>
    createToken(
      store,
      {
        name,
        role,
        ...(stream !== undefined && { stream }),
        ...expiryOf(givenExpiry(input, now), settings, now),
      },
      ACTOR,
      now,
    ),
  )
  printSecret(context, input, made)
}

const rotate = async (context: Context, input: TokenInput): Promise<void> => {
  const id = requiredId('rotate', input)
  const { 'grace-hours': graceHours } = input.flags
  const now = Date.now()
  const made = await withStore(context, input, (store, { rotateToken, expiryOf }, settings) =>
    rotateToken(
      store,
      id,
      {
        ...(graceHours !== undefined && { graceHours }),
        ...expiryOf(givenExpiry(input, now), settings, now),
      },
      ACTOR,
      now,
    ),
  )
  printSecret(context, input, made)
}

const withoutSecrets = ({ hash: _, previous: __, ...shown }: TokenRecord) => shown

const printSecret = (
  { stdout, stderr }: Context,
  { flags: { json } }: TokenInput,
  { token, record }: { readonly token: string; readonly record: TokenRecord },
): void => {
  stdout.write(json ? `${JSON.stringify({ ...withoutSecrets(record), token })}\n` : `${token}\n`)
  if (json) return
  const { name, role, previousUntil } = record
  stderr.write(`Token for ${name} (${role}). It will not be shown again.\n`)
  if (previousUntil !== undefined)
    stderr.write(`The previous secret is valid until ${new Date(previousUntil).toISOString()}.\n`)
}

const list = async (context: Context, input: TokenInput): Promise<void> => {
  const records = await withStore(context, input, (store) => store.listTokens())
  const shown = records.map(withoutSecrets)
  context.stdout.write(
    input.flags.json ? `${JSON.stringify(shown)}\n` : printTokens(shown, context, Date.now()),
  )
}

const revoke = async (context: Context, input: TokenInput): Promise<void> => {
  const id = requiredId('revoke', input)
  await withStore(context, input, (store, { deleteToken }) => deleteToken(store, id, ACTOR, Date.now()))
  context.stdout.write(input.flags.json ? `${JSON.stringify({ id })}\n` : `revoked ${id}\n`)
}

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)

const expiryText = ({ expires }: Pick<TokenRecord, 'expires'>, now: number): string => {
  if (expires === undefined) return 'never'
  return `${day(expires)}${expires <= now ? ' (expired)' : ''}`
}

const printTokens = (
  tokens: readonly ReturnType<typeof withoutSecrets>[],
  context: Context,
  now: number,
): string => {
  if (tokens.length === 0) return 'No tokens yet.\n'
  const style = styleFor(context, context.stdout)
  const columns: readonly PlainColumn[] = [
    { title: 'id' },
    { title: 'name', paint: style.bold },
    { title: 'role' },
    { title: 'stream' },
    { title: 'created' },
    { title: 'expires' },
    { title: 'last used' },
  ]
  const rows = tokens.map((token) => [
    token.id,
    token.name,
    token.role,
    token.stream ?? 'all',
    day(token.created),
    expiryText(token, now),
    token.used === undefined ? 'never' : day(token.used),
  ])
  return `${plainTable(columns, rows, { heads: style.dim, width: terminalWidth(context.stdout) })}\n`
}
