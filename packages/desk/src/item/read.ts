import { type Mail, readMail } from '@askance/data/mail'
import { say } from '../words/say.js'
import { type Address, parseAddress } from './address.js'
import {
  type ItemContent,
  itemKind,
  type Kind,
  type Picture,
  parseContent,
  textFeatures,
  toPicture,
} from './content.js'
import { safeCutLength } from './cut.js'
import type { TextField } from './marks.js'

/** A parsed item. */
export interface ReadItem {
  readonly kind: Kind
  readonly content: ItemContent
  /** A one-line title. */
  readonly title: string
  readonly mail?: Mail
  readonly address?: Address
  readonly picture?: Picture
}

const MAX_TITLE_LENGTH = 120

const firstLine = (text: string): string => {
  const line = text.slice(0, 2000).trim().split('\n', 1)[0] ?? ''
  return line.length > MAX_TITLE_LENGTH ? `${line.slice(0, safeCutLength(line, MAX_TITLE_LENGTH))}…` : line
}

const parseItem = (content: ItemContent, id: string): ReadItem => {
  const kind = itemKind(content)
  const { text = '' } = content
  if (kind === 'mail') {
    const mail = readMail(text, content.meta)
    return { kind, content, mail, title: mail.subject || firstLine(mail.body) || say('item.noSubject') }
  }
  if (kind === 'url') return { kind, content, address: parseAddress(text), title: firstLine(text) }
  const { title } = content.meta
  const [first] = kind === 'table' ? textFeatures(content) : []
  const named = typeof title === 'string' ? title : firstLine(kind === 'text' ? text : (first?.[1] ?? ''))
  const picture = kind === 'picture' ? toPicture(content) : undefined
  return { kind, content, title: named || id, ...(picture && { picture }) }
}

/** Only this many characters are searched for words. */
const MAX_SEARCHED = 12_000

/** The displayed texts of an item with their field prefixes. */
export const itemTexts = ({
  mail,
  address,
  content,
}: ReadItem): readonly (readonly [text: string, place: TextField])[] => {
  if (mail)
    return [
      [mail.subject, 'subject:'],
      [mail.from, 'from:'],
      [mail.body.slice(0, MAX_SEARCHED), ''],
    ]
  if (!address)
    return [
      [(content.text ?? '').slice(0, MAX_SEARCHED), ''],
      ...textFeatures(content).map(([name, text]) => [text.slice(0, MAX_SEARCHED), `${name}:`] as const),
    ]
  return [
    [address.subdomain + address.domain, 'host:'],
    [address.path, 'path:'],
    ...address.query.map(([, value]) => [value, 'query:'] as const),
  ]
}

const parsedItems = new WeakMap<object, ReadItem>()

/** Parses an item once; later calls return the cached result. */
export const readItem = (question: { readonly id: string; readonly content: unknown }): ReadItem => {
  const known = parsedItems.get(question)
  if (known) return known
  const item = parseItem(parseContent(question.content), question.id)
  parsedItems.set(question, item)
  return item
}
