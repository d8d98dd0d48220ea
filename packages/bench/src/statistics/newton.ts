/**
 * Newton's method where it cannot fail: a start and steps that close in on the root, until rounding makes a step as
 * long as the one before.
 *
 * @example
 * newton(2, (x) => (2 - x * x) / (2 * x)) // => 1.414213562373095
 */
export const newton = (start: number, step: (x: number) => number): number => {
  let x = start
  let before = Number.POSITIVE_INFINITY
  for (;;) {
    const change = step(x)
    const size = Math.abs(change)
    if (!(size < before && size > 0)) return x
    x += change
    before = size
  }
}
