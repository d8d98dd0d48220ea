/** Column types; numbers are integers except `real`. */
export type ColumnType = 'text' | 'whole' | 'real' | 'bytes'

/**
 * All tables of the latest schema except `meta` and `nodes`, which belong to a database and not to its content, each with its key columns. Inserts and backups are derived from this; a
 * change needs a migration.
 */
export const tables = {
  streams: {
    order: ['id'],
    columns: {
      id: 'text',
      created: 'whole',
      version: 'whole',
      config: 'text',
      seq: 'whole',
      counts: 'text',
      changed: 'whole',
      generation: 'whole',
      unindexed: 'whole',
      owner: 'text',
      epoch: 'whole',
    },
    added: { generation: 3, unindexed: 6, owner: 8, epoch: 8 },
  },
  log: {
    order: ['stream', 'seq'],
    columns: {
      stream: 'text',
      seq: 'whole',
      count: 'whole',
      time: 'whole',
      size: 'whole',
      events: 'text',
      packed: 'bytes',
      contents: 'whole',
    },
    added: { packed: 6, contents: 6 },
  },
  snapshots: {
    order: ['stream', 'seq'],
    columns: { stream: 'text', seq: 'whole', size: 'whole', checksum: 'text' },
  },
  snapshot_parts: {
    order: ['stream', 'seq', 'part'],
    columns: { stream: 'text', seq: 'whole', part: 'whole', bytes: 'bytes' },
  },
  items: {
    order: ['stream', 'id'],
    columns: {
      stream: 'text',
      id: 'text',
      t: 'whole',
      seq: 'whole',
      time: 'whole',
      predicted: 'text',
      confidence: 'real',
      asked: 'whole',
      content: 'text',
    },
  },
  item_packs: {
    since: 11,
    order: ['stream', 'seq'],
    columns: {
      stream: 'text',
      seq: 'whole',
      t: 'whole',
      last: 'whole',
      count: 'whole',
      time: 'whole',
      stamp: 'text',
      labels: 'text',
      size: 'whole',
      items: 'text',
    },
  },
  item_events: {
    since: 6,
    order: ['stream', 'id', 'seq'],
    columns: { stream: 'text', id: 'text', seq: 'whole' },
  },
  points: {
    order: ['number'],
    columns: { number: 'whole', stream: 'text', t: 'whole', time: 'whole', point: 'text' },
  },
  tokens: {
    order: ['id'],
    columns: {
      id: 'text',
      hash: 'text',
      name: 'text',
      role: 'text',
      stream: 'text',
      created: 'whole',
      expires: 'whole',
      previous: 'text',
      previous_until: 'whole',
      used: 'whole',
      kind: 'text',
    },
    added: { previous: 5, previous_until: 5, used: 5, kind: 7 },
  },
  audit: {
    order: ['number'],
    columns: {
      number: 'whole',
      time: 'whole',
      who: 'text',
      action: 'text',
      stream: 'text',
      detail: 'text',
    },
  },
  receipts: {
    since: 2,
    order: ['stream', 'key'],
    columns: {
      stream: 'text',
      key: 'text',
      fingerprint: 'text',
      status: 'whole',
      body: 'text',
      time: 'whole',
    },
  },
  hooks: {
    since: 2,
    order: ['id'],
    columns: {
      id: 'text',
      stream: 'text',
      url: 'text',
      secret: 'text',
      events: 'text',
      created: 'whole',
      filter: 'text',
    },
    added: { filter: 9 },
  },
  deliveries: {
    since: 2,
    order: ['number'],
    columns: {
      number: 'whole',
      hook: 'text',
      event: 'text',
      body: 'text',
      due: 'whole',
      attempts: 'whole',
      state: 'text',
      fault: 'text',
    },
  },
  grants: {
    since: 4,
    order: ['stream', 'subject'],
    columns: { subject: 'text', stream: 'text', actions: 'text', created: 'whole' },
  },
} as const satisfies Record<string, Table>

export interface Table {
  /** The schema that introduced the table; defaults to the first. */
  readonly since?: number
  readonly order: readonly string[]
  readonly columns: Readonly<Record<string, ColumnType>>
  /** The schemas that introduced later columns. */
  readonly added?: Readonly<Record<string, number>>
}

export type TableName = keyof typeof tables

const tableNames = Object.keys(tables) as readonly TableName[]

export const tablesOfSchema = (schema: number): readonly TableName[] =>
  tableNames.filter((name) => ((tables[name] as Table).since ?? 1) <= schema)

export const tableColumns = (table: TableName): Readonly<Record<string, ColumnType>> => tables[table].columns

/** The names of the columns that a table has in a schema. */
export const columnsOfSchema = (table: TableName, schema: number): readonly string[] => {
  const { columns, added = {} }: Table = tables[table]
  return Object.keys(columns).filter((name) => (added[name] ?? 1) <= schema)
}

/** Tables with auto-increment numbers. */
export const numberedTables = tableNames.filter((table) => 'number' in tableColumns(table))
