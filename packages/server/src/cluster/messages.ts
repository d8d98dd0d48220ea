import { RowTable, type State } from '@askance/core'
import {
  type AskedItem,
  type ClassifierConfig,
  type Grant,
  MAX_VALUE,
  type OwnedPage,
  type PartitionStatus,
  type Terms,
  type Version,
} from '@askance/core/internals'
import {
  type Columns,
  columnsOfState,
  decodeMessage,
  encodeMessage,
  isRecord,
  stateOfColumns,
} from './codec.js'
import { check, columnIn, countIn, decoded, listIn, numberIn, textsIn } from './fields.js'

/** Items of one partition, as a gateway sends them. */
export interface Pack {
  /** Unique: a pack that is sent again has the same key. */
  readonly key: string
  readonly ids: readonly string[]
  readonly rows: RowTable
  /** The items as JSON, which the owner stores if they are asked about. */
  readonly contents?: readonly string[]
}

/** An asked item with its content as JSON, if the pack had it. */
type AskedContent = AskedItem & { readonly content?: string }

/** A page as it is stored: the decisions about the packs `from` to `to`. */
export interface Page extends OwnedPage {
  readonly epoch: number
  /** The numbers of the packs that it covers; equal if it only changes the bound. */
  readonly from: number
  readonly to: number
  /** The numbers of its packs, and how many items each has: only asked items have their ids in the page. */
  readonly packs: readonly (readonly [seq: number, items: number])[]
  readonly asked: readonly AskedContent[]
}

/** A version, and how items become rows. */
export interface VersionMessage extends Version {
  readonly shape?: unknown
}

const rowColumns = (rows: RowTable): Columns => ({
  starts: rows.starts.slice(0, rows.length + 1),
  index: rows.index.slice(0, rows.entries),
  value: rows.value.slice(0, rows.entries),
})

/** Rows with rising indices and finite values, as the learners require. */
const rowsIn = (columns: Columns): RowTable => {
  const starts = columnIn(columns, 'starts', 'i32')
  const index = columnIn(columns, 'index', 'i32')
  const value = columnIn(columns, 'value', 'f64', index.length)
  const isWhole = starts.length > 0 && starts[0] === 0 && starts.at(-1) === index.length
  check(isWhole, 'rows are incomplete')
  for (let i = 1; i < starts.length; i++) checkRow(index, value, starts[i - 1] as number, starts[i] as number)
  const rows = new RowTable()
  rows.starts = starts
  rows.index = index
  rows.value = value
  rows.length = starts.length - 1
  return rows
}

const checkRow = (index: Int32Array, value: Float64Array, from: number, to: number): void => {
  check(to >= from, 'rows overlap')
  let previous = -1
  for (let k = from; k < to; k++) {
    const own = index[k] as number
    check(own > previous, 'indices must be strictly increasing')
    check(Math.abs(value[k] as number) <= MAX_VALUE, 'a value is not finite')
    previous = own
  }
}

export const encodePack = ({ rows, ...head }: Pack): Uint8Array =>
  encodeMessage('pack', head, rowColumns(rows))

export const decodePack = (bytes: Uint8Array): Pack =>
  decoded('pack', bytes, ({ head, columns }) => {
    const ids = textsIn(head, 'ids')
    const rows = rowsIn(columns)
    check(typeof head.key === 'string', 'key is not a text')
    check(rows.length === ids.length, 'there is not one row for each id')
    const contents = head.contents === undefined ? undefined : textsIn(head, 'contents')
    check(!contents || contents.length === ids.length, 'there is not one content for each id')
    return { key: head.key as string, ids, rows, ...(contents && { contents }) }
  })

const packsIn = (head: unknown, count: number): Page['packs'] => {
  const packs = listIn(head, 'packs') as Page['packs']
  const isPack = (pack: unknown): boolean =>
    Array.isArray(pack) && pack.every((one) => Number.isSafeInteger(one))
  check(packs.every(isPack), 'a pack has no number or no count')
  check(packs.reduce((sum, [, items]) => sum + items, 0) === count, 'packs and items differ')
  return packs
}

export const encodePage = (page: Page): Uint8Array => {
  const { numbers, predicted, probability, margin, confidence, flags, rows, ...head } = page
  const columns = { numbers, predicted, probability, margin, confidence, flags }
  return encodeMessage('page', head, { ...columns, ...rowColumns(rows) })
}

export const decodePage = (bytes: Uint8Array): Page =>
  decoded('page', bytes, ({ head, columns }) => {
    const flags = columnIn(columns, 'flags', 'u8')
    const count = flags.length
    const { status, terms } = head
    for (const name of ['items', 'spent', 'version']) countIn(status, name)
    numberIn(status, 'planned')
    for (const name of ['rate', 'rest', 'audit', 'measure', 'floor', 'thinning', 'spread', 'rounds'])
      numberIn(terms, name)
    const asked = listIn(head, 'asked')
    for (const item of asked) {
      const { id, content = '' } = isRecord(item) ? item : {}
      check(typeof id === 'string' && typeof content === 'string', 'an asked item has no id or content')
      check(countIn(item, 'at') < count, 'an asked item is not in the page')
      numberIn(item, 'coin')
      numberIn(item, 'measure')
      listIn(item, 'scores')
      listIn(item, 'doubt')
    }
    const rows = rowsIn(columns)
    let kept = 0
    let questions = 0
    for (const flag of flags) {
      const isNew = (flag & 4) === 0
      if (isNew && (flag & 3) > 0) kept++
      if (isNew && (flag & 1) > 0) questions++
    }
    check(rows.length === kept && asked.length === questions, 'asked items, sample and flags differ')
    return {
      epoch: countIn(head, 'epoch'),
      partition: countIn(head, 'partition'),
      from: countIn(head, 'from'),
      to: countIn(head, 'to'),
      packs: packsIn(head, count),
      time: numberIn(head, 'time'),
      answers: countIn(head, 'answers'),
      bound: countIn(head, 'bound'),
      grant: countIn(head, 'grant'),
      status: status as PartitionStatus,
      terms: terms as Terms,
      asked: asked as readonly AskedContent[],
      numbers: columnIn(columns, 'numbers', 'f64', count),
      predicted: columnIn(columns, 'predicted', 'i32', count),
      probability: columnIn(columns, 'probability', 'f64', count),
      margin: columnIn(columns, 'margin', 'f64', count),
      confidence: columnIn(columns, 'confidence', 'f64', count),
      flags,
      rows,
    }
  })

export const encodeVersion = ({
  itemsOf,
  spentOf,
  looks,
  pace,
  model,
  dial,
  ...rest
}: VersionMessage): Uint8Array => {
  const predicts = columnsOfState(model, 'model')
  const paces = columnsOfState(pace, 'pace')
  const head = {
    ...rest,
    dial: Number.isNaN(dial) ? null : dial,
    names: predicts.names,
    paceNames: paces.names,
  }
  return encodeMessage('model', head, { itemsOf, spentOf, looks, ...predicts.columns, ...paces.columns })
}

export const decodeVersion = (bytes: Uint8Array): VersionMessage =>
  decoded('model', bytes, ({ head, columns }) => {
    const partitions = countIn(head, 'partitions')
    const { config, tokens, dial } = head
    check(isRecord(config) && isRecord(config.budget), 'it has no configuration')
    const state = (names: string, prefix: string): State =>
      stateOfColumns(columns, textsIn(head, names), prefix)
    return {
      number: countIn(head, 'number'),
      epoch: countIn(head, 'epoch'),
      partitions,
      config: config as unknown as ClassifierConfig,
      classes: textsIn(head, 'classes'),
      answers: countIn(head, 'answers'),
      items: countIn(head, 'items'),
      spent: countIn(head, 'spent'),
      itemsOf: columnIn(columns, 'itemsOf', 'f64', partitions),
      spentOf: columnIn(columns, 'spentOf', 'f64', partitions),
      fraction: numberIn(head, 'fraction'),
      looks: columnIn(columns, 'looks', 'f64'),
      spread: numberIn(head, 'spread'),
      dial: dial === null ? Number.NaN : numberIn(head, 'dial'),
      lasting: numberIn(head, 'lasting'),
      paused: head.paused === true,
      ready: head.ready === true,
      sampleEvery: Math.max(1, countIn(head, 'sampleEvery')),
      ...(head.shape !== undefined && { shape: head.shape }),
      ...(tokens !== undefined && {
        tokens: { left: numberIn(tokens, 'left'), gap: numberIn(tokens, 'gap') },
      }),
      pace: state('paceNames', 'pace'),
      model: state('names', 'model'),
    }
  })

/** The last message of a stream that was deleted. */
export const encodeEnd = (): Uint8Array => encodeMessage('end', {}, {})

export const isEnd = (bytes: Uint8Array): boolean => {
  try {
    decodeMessage('end', bytes)
    return true
  } catch {
    return false
  }
}

export const encodeGrant = (grant: Grant & { readonly epoch: number }): Uint8Array =>
  encodeMessage('grant', { ...grant }, {})

export const decodeGrant = (bytes: Uint8Array): Grant & { readonly epoch: number } =>
  decoded('grant', bytes, ({ head }) => ({
    epoch: countIn(head, 'epoch'),
    partition: countIn(head, 'partition'),
    number: countIn(head, 'number'),
    upTo: countIn(head, 'upTo'),
    wish: countIn(head, 'wish'),
  }))
