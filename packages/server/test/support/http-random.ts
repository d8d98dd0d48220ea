/** A number from 0 to 1, seeded. */
export type Chance = () => number

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema | readonly Schema[]
  readonly prefixItems?: readonly Schema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
}

const pick = <Item>(items: readonly Item[], chance: Chance): Item =>
  items[Math.floor(chance() * items.length)]

/** A value that fits a schema, mostly. */
export const someOf = (schema: object, chance: Chance): unknown => {
  const { type, const: fixed, enum: choices, anyOf, minimum = -10, maximum = 10 } = schema as Schema
  if (fixed !== undefined) return fixed
  if (choices) return pick(choices, chance)
  if (anyOf) return someOf(pick(anyOf, chance), chance)
  if (type === 'string') return pick(['ham', 'spam', 'a', 'b', 'some-id', 'https://example.org/x'], chance)
  if (type === 'boolean') return chance() < 0.5
  if (type === 'integer')
    return Math.floor(minimum + chance() * (Math.min(maximum, minimum + 100) - minimum + 1))
  if (type === 'number') return minimum + chance() * (Math.min(maximum, minimum + 100) - minimum)
  if (type === 'array') return someList(schema as Schema, chance)
  if (type === 'object') return someObject(schema as Schema, chance)
  return null
}

const someList = ({ items, prefixItems, minItems = 0 }: Schema, chance: Chance): unknown[] => {
  const several = prefixItems ?? (Array.isArray(items) ? (items as readonly Schema[]) : undefined)
  if (several) return several.map((item) => someOf(item, chance))
  const length = minItems + Math.floor(chance() * 3)
  return Array.from({ length }, () => someOf(items as Schema, chance))
}

const someObject = ({ properties = {}, required = [], patternProperties = {} }: Schema, chance: Chance) => {
  const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || chance() < 0.3)
  const [free] = Object.values(patternProperties)
  return Object.fromEntries([
    ...wanted.map(([name, schema]) => [name, someOf(schema, chance)]),
    ...(free ? [[pick(['x', 'y', 'rate'], chance), someOf(free, chance)]] : []),
  ])
}

const oddities: readonly unknown[] = [
  null,
  true,
  '',
  '\u0000',
  'x'.repeat(5000),
  '__proto__',
  '\ud800',
  -1,
  1e308,
  0.5,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [[]],
  { items: [] },
  { items: [null] },
  { __proto__: null, constructor: { prototype: 1 } },
  '../..',
  '%00',
  "' OR 1=1 --",
]

/** A value in which something is not as it should be. */
export const strangeOf = (schema: object, chance: Chance): unknown => {
  const value = someOf(schema, chance)
  if (typeof value !== 'object' || value === null || chance() < 0.2) return pick(oddities, chance)
  const names = Object.keys(value)
  const name = names.length > 0 && chance() < 0.8 ? pick(names, chance) : 'extra'
  return Array.isArray(value)
    ? [...value, pick(oddities, chance)]
    : { ...value, [name]: pick(oddities, chance) }
}
