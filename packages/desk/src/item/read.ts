import { type Mail, readMail } from '@askance/data'
import { say } from '../words/say.js'
import { type Address, addressOf } from './address.js'
import { contentOf, type ItemContent, type Kind, kindOf, type Picture, pictureOf } from './content.js'
import { wholeWithin } from './cut.js'
import type { Place } from './marks.js'

/** An item, read for what it is. */
export interface ReadItem {
  readonly kind: Kind
  readonly content: ItemContent
  /** One line that tells it from others. */
  readonly title: string
  readonly mail?: Mail
  readonly address?: Address
  readonly picture?: Picture
}

const LONGEST_TITLE = 120

const oneLine = (text: string): string => {
  const line = text.slice(0, 2000).trim().split('\n', 1)[0] ?? ''
  return line.length > LONGEST_TITLE ? `${line.slice(0, wholeWithin(line, LONGEST_TITLE))}…` : line
}

const parsed = (content: ItemContent, id: string): ReadItem => {
  const kind = kindOf(content)
  const { text = '' } = content
  if (kind === 'mail') {
    const mail = readMail(text, content.meta)
    return { kind, content, mail, title: mail.subject || oneLine(mail.body) || say('item.noSubject') }
  }
  if (kind === 'url') return { kind, content, address: addressOf(text), title: oneLine(text) }
  const { title } = content.meta
  const named = typeof title === 'string' ? title : kind === 'text' ? oneLine(text) : ''
  const picture = kind === 'picture' ? pictureOf(content) : undefined
  return { kind, content, title: named || id, ...(picture && { picture }) }
}

/** So much of an item is looked through for words. */
const MOST_LOOKED = 12_000

/** The texts of an item as they are shown, each with its place. */
export const textsOf = ({
  mail,
  address,
  content,
}: ReadItem): readonly (readonly [text: string, place: Place])[] => {
  if (mail)
    return [
      [mail.subject, 'subject:'],
      [mail.from, 'from:'],
      [mail.body.slice(0, MOST_LOOKED), ''],
    ]
  if (!address) return [[(content.text ?? '').slice(0, MOST_LOOKED), '']]
  return [
    [address.under + address.domain, 'host:'],
    [address.path, 'path:'],
    ...address.query.map(([, value]) => [value, 'query:'] as const),
  ]
}

const met = new WeakMap<object, ReadItem>()

/** Reads an item. What was read once, ahead of being shown, is at hand. */
export const readItem = (question: { readonly id: string; readonly content: unknown }): ReadItem => {
  const known = met.get(question)
  if (known) return known
  const item = parsed(contentOf(question.content), question.id)
  met.set(question, item)
  return item
}
