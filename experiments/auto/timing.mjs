// How long rounds take: the same stream is played several times in this process, and the shortest time of every round counts, which
// excludes other processes.
import { Row } from '@askance/core'

/** A round of a player, to be called for t = 0, 1, …; returns whether it asked. */
export const roundsOf = (newPlayer) => (stream) => {
  const { rows, labels, order } = stream
  const player = newPlayer(stream)
  const row = new Row(rows.index, rows.value)
  return (t) => {
    const i = order[t]
    const { asked } = player.observe(rows.view(i, row))
    if (asked) player.learn(labels[i])
    return asked
  }
}

/** The time of every round in microseconds, the minimum over all passes, and which rounds asked. */
export const timesOf = (newRounds, stream, passes) => {
  const times = new Float64Array(stream.order.length).fill(Number.POSITIVE_INFINITY)
  const asked = new Uint8Array(times.length)
  for (let pass = 0; pass < passes; pass++) {
    const round = newRounds(stream)
    for (let t = 0; t < times.length; t++) {
      const began = performance.now()
      asked[t] = Number(round(t))
      times[t] = Math.min(times[t], 1000 * (performance.now() - began))
    }
  }
  return { times, asked }
}
