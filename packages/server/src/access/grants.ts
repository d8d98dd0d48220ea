import type { Action, GrantRecord, Role } from '../store/records.js'
import type { Store } from '../store/store.js'

/** What somebody can do in a stream. Those that include others come last. */
export const ACTIONS = ['read', 'answer', 'export', 'manage'] as const satisfies readonly Action[]

/** What a role allows where no grant says otherwise. */
const byRole: Readonly<Record<Role, readonly Action[]>> = {
  reader: ['read', 'export'],
  labeller: ['read', 'answer', 'export'],
  owner: ACTIONS,
}

/** The action that a route with this access needs in its stream. */
export const actionFor = (access: Role, isExport = false): Action =>
  access === 'owner' ? 'manage' : access === 'labeller' ? 'answer' : isExport ? 'export' : 'read'

/** Grants about all streams are stored under this name, which no stream can have. */
export const ALL_STREAMS = ''

/** How long grants are cached. The limit is short because another process may change them. */
const CACHE_MS = 30_000

/**
 * Adds what an action includes, and sorts: who may do anything in a stream may read it, and who manages it may do everything.
 *
 * @example
 * completeActions(['answer']) // => ['read', 'answer']
 * completeActions(['manage']) // => ['read', 'answer', 'export', 'manage']
 * completeActions([]) // => []
 */
export const completeActions = (given: readonly Action[]): readonly Action[] => {
  if (given.includes('manage')) return ACTIONS
  return given.length === 0 ? [] : ACTIONS.filter((action) => action === 'read' || given.includes(action))
}

/** The role that matches some actions: what a labeller may not see of a question depends on it. */
export const roleFor = (actions: readonly Action[]): Role =>
  actions.includes('manage') ? 'owner' : actions.includes('answer') ? 'labeller' : 'reader'

interface Caller {
  readonly name: string
  readonly role: Role
}

type Table = ReadonlyMap<string, readonly Action[]>

const keyOf = (subject: string, stream: string): string => `${stream}\n${subject}`

const tableOf = (grants: readonly GrantRecord[]): Table =>
  new Map(grants.map(({ subject, stream, actions }) => [keyOf(subject, stream), completeActions(actions)]))

/**
 * Which actions a caller may take in a stream. Owners may do everything, so that nobody can lock them out. For others, a grant
 * about the stream comes before one about all streams, and one about the person before one about the role.
 */
export const actionsIn = (table: Table, { name, role }: Caller, stream: string): readonly Action[] => {
  if (role === 'owner') return byRole.owner
  for (const about of [stream, ALL_STREAMS])
    for (const subject of [`name:${name}`, `role:${role}`]) {
      const actions = table.get(keyOf(subject, about))
      if (actions) return actions
    }
  return byRole[role]
}

/** The grants of the store, cached, so that not every request reads them. */
export class Grants {
  readonly #store: Pick<Store, 'listGrants'>
  readonly #now: () => number
  readonly #onChange: () => void
  #read: { readonly table: Promise<Table>; readonly until: number } | undefined

  /** `onChange` is called after this process has changed a grant. */
  constructor(store: Pick<Store, 'listGrants'>, now: () => number, onChange: () => void = () => undefined) {
    this.#store = store
    this.#now = now
    this.#onChange = onChange
  }

  /** What the caller may do in each stream. A store that cannot be read refuses the request. */
  async of(caller: Caller): Promise<(stream: string) => readonly Action[]> {
    const table = caller.role === 'owner' ? new Map() : await this.#table()
    return (stream) => actionsIn(table, caller, stream)
  }

  changed(): void {
    this.#read = undefined
    this.#onChange()
  }

  #table(): Promise<Table> {
    const now = this.#now()
    if (this.#read && this.#read.until > now && this.#read.until <= now + CACHE_MS) return this.#read.table
    const table = this.#store.listGrants().then(tableOf)
    const read = { table, until: now + CACHE_MS }
    this.#read = read
    table.catch(() => {
      if (this.#read === read) this.#read = undefined
    })
    return table
  }
}
