/** Computes a value when it is first needed. */
export const once = <T>(compute: () => T): (() => T) => {
  let found: { readonly value: T } | undefined
  return () => {
    found ??= { value: compute() }
    return found.value
  }
}

/**
 * An object whose properties are computed when they are first read. A copy has the values.
 *
 * @example
 * const read: string[] = []
 * const places = lazy({ first: () => read.push('first'), second: () => read.push('second') })
 * places.second + places.second // => 2
 * read // => ['second']
 * const all = { ...places }
 * all // => { first: 2, second: 1 }
 */
export const lazy = <T extends object>(
  properties: {
    readonly [Name in keyof T]-?: () => T[Name]
  },
): T => {
  const getters = Object.entries<() => unknown>(properties).map(([name, compute]) => [
    name,
    { get: once(compute), enumerable: true },
  ])
  return Object.defineProperties({}, Object.fromEntries(getters)) as T
}
