import type { TokenRecord } from '@askance/server/run'
import { type Context, columnsOf } from '../../context.js'
import { styleFor } from '../../terminal/style.js'
import { type Column, table } from '../../terminal/table.js'

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)

const endOf = ({ expires }: Pick<TokenRecord, 'expires'>, now: number): string => {
  if (expires === undefined) return 'never'
  return `${day(expires)}${expires <= now ? ', over' : ''}`
}

/** Who has a token. */
export const printTokens = (
  tokens: readonly Omit<TokenRecord, 'hash'>[],
  context: Context,
  now: number,
): string => {
  if (tokens.length === 0) return 'There is no token yet.\n'
  const style = styleFor(context, context.stdout)
  const columns: readonly Column[] = [
    { head: 'id' },
    { head: 'name', paint: style.bold },
    { head: 'role' },
    { head: 'stream' },
    { head: 'created' },
    { head: 'expires' },
  ]
  const rows = tokens.map((token) => [
    token.id,
    token.name,
    token.role,
    token.stream ?? 'all',
    day(token.created),
    endOf(token, now),
  ])
  return `${table(columns, rows, { heads: style.dim, width: columnsOf(context.stdout) })}\n`
}
