/** Times of one candidate over all repetitions, in seconds. */
export interface Times {
  readonly best: number
  /** How far the slowest repetition was above the best: 0.1 means 10 %. */
  readonly spread: number
}

/** Times the candidates in turn, so that a slow moment of the machine affects all of them. The first turn is a warm-up. */
export const compareTimes = async <Name extends string>(
  candidates: Readonly<Record<Name, () => unknown>>,
  repetitions: number,
): Promise<Record<Name, Times>> => {
  const names = Object.keys(candidates) as Name[]
  const seconds = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let turn = 0; turn <= repetitions; turn++)
    for (const name of names) {
      const from = performance.now()
      await candidates[name]()
      if (turn > 0) seconds.get(name)?.push((performance.now() - from) / 1000)
    }
  const times = names.map((name) => {
    const all = seconds.get(name) ?? []
    const best = Math.min(...all)
    return [name, { best, spread: Math.max(...all) / best - 1 }]
  })
  return Object.fromEntries(times) as Record<Name, Times>
}
