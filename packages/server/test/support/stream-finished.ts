/** All pieces of some work, one after the other. */
export const finished = <Value>(work: Generator<void, Value>): Value => {
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
