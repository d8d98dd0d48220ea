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
 * const shares = lazy({ right: () => read.push('right') / 2, wrong: () => read.push('wrong') / 4 })
 * shares.wrong + shares.wrong // => 0.5
 * read // => ['wrong']
 * ({ ...shares }) // => { right: 1, wrong: 0.25 }
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
