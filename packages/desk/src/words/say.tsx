import { type ComponentChildren, Fragment } from 'preact'
import { words } from './words.js'

/** A text, or a pair of singular and plural. */
type Text = string | { readonly one: string; readonly other: string }

type KeysOf<Part> = {
  [Name in keyof Part & string]: Part[Name] extends Text ? Name : `${Name}.${KeysOf<Part[Name]>}`
}[keyof Part & string]

/** A key of a text. */
export type Key = KeysOf<typeof words>

type Values = Readonly<Record<string, string | number>>

const counts = new Intl.NumberFormat('en-GB')
const plurals = new Intl.PluralRules('en-GB')

const lookUp = (key: string, count: unknown): string => {
  let found: unknown = words
  for (const name of key.split('.')) found = (found as Record<string, unknown>)[name]
  if (typeof found === 'string') return found
  const { one, other } = found as Exclude<Text, string>
  return typeof count === 'number' && plurals.select(count) === 'one' ? one : other
}

const formatValue = (value: string | number): string =>
  typeof value === 'number' ? counts.format(value) : value

/**
 * Returns the text of a key with its values filled in. `count` selects singular or plural; numbers get
 * thousands separators.
 *
 * @example
 * say('shell.waiting', { count: 1 }) // => '1 open question'
 * say('shell.waiting', { count: 1200 }) // => '1,200 open questions'
 */
export const say = (key: Key, values: Values = {}): string =>
  lookUp(key, values.count).replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? formatValue(values[name]!) : place,
  )

/** Renders a text whose values may be elements. `*text*` is bold. */
export const RichText = ({ k, ...values }: { readonly k: Key } & Record<string, ComponentChildren>) => {
  const parts = lookUp(k, values.count).split(/(\{\w+\}|\*[^*]+\*)/)
  return (
    <>
      {parts.map((part, n) => (
        <Fragment key={n}>{renderPart(part, values)}</Fragment>
      ))}
    </>
  )
}

const renderPart = (part: string, values: Record<string, ComponentChildren>): ComponentChildren => {
  const name = /^\{(\w+)\}$/.exec(part)?.[1]
  if (name !== undefined) {
    const value = values[name]
    return typeof value === 'number' ? counts.format(value) : value
  }
  if (!/^\*[^*]+\*$/.test(part)) return part
  return (
    <b>
      {part
        .slice(1, -1)
        .split(/(\{\w+\})/)
        .map((inner) => renderPart(inner, values))}
    </b>
  )
}
