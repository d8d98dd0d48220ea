import type { DriftAlarm } from '../drift/alarm.js'
import { floatsIn, type State } from '../state/state.js'
import type { Design } from './design.js'

/** The shortest window that is looked at; each is twice as long as the one before. */
const SHORTEST = 10

/**
 * Is it wrong more often than it thinks? surprise = [wrong] − (1 − confidence), whose variance is confidence·(1 − confidence) if
 * the confidence is honest. Over the latest 10, 20, 40, … answers z = Σ surprise/√(Σ variance + ¼).
 */
export class Surprise {
  readonly #design: Design
  /** Running sums over the answers since the last alarm: surprise, variance, mistakes. */
  #sums: number[] = [0, 0, 0]

  constructor(design: Design) {
    this.#design = design
  }

  /** Whether the stream has changed, and how many of the latest answers came since. */
  add(wrong: boolean, confidence: number): DriftAlarm | undefined {
    const { alarm, alarmMistakes } = this.#design
    const sums = this.#sums
    const at = sums.length
    const mistake = wrong ? 1 : 0
    sums.push(
      sums[at - 3] + mistake - (1 - confidence),
      sums[at - 2] + confidence * (1 - confidence),
      sums[at - 1] + mistake,
    )
    let found = 0
    let strongest = alarm
    for (let window = SHORTEST; 3 * window <= at; window *= 2) {
      const before = sums.length - 3 - 3 * window
      const z = (sums[at] - sums[before]) / Math.sqrt(sums[at + 1] - sums[before + 1] + 0.25)
      const mistakes = sums[at + 2] - sums[before + 2]
      if (z <= strongest || mistakes < alarmMistakes * window) continue
      strongest = z
      found = window
    }
    if (found === 0) return undefined
    const before = at - 3 * found
    const strength = Math.min(1, (sums[at] - sums[before]) / found)
    this.#sums = [0, 0, 0]
    return { at: at / 3, kind: 'errors', strength, since: found }
  }

  save(): State {
    return { sums: Float64Array.from(this.#sums) }
  }

  load(state: State): void {
    this.#sums = [...floatsIn(state, 'sums')]
  }
}
