import { enlarged } from '../rows/table.js'
import { floatsIn, numberIn, type State } from '../state/state.js'
import { Scales } from './scales.js'

/** The scales and relevances with which rows are featurized until the next renewal. */
export class ViewScaling {
  scales = new Scales()
  /** The number of renewals, and the index of these scales. In a stream every renewal has new scales. */
  version = 0
  measured = 0
  /** By slot. */
  relevance: Float64Array = new Float64Array(1).fill(1)
  /** The relevance of an unseen feature: the smallest of all, once relevances are computed. */
  newcomer = 1
  /** The mean squared length of the values of the stored rows; 0 before it is measured. */
  meanSquare = 0

  /** ‖u‖² in the view of the kernel. Before the mean is measured, all rows have length 1. */
  squareOf(square: number): number {
    return this.meanSquare > 0 ? square / this.meanSquare : 1
  }

  /** Allocates relevances for all features seen. */
  reserve(seen: number): void {
    this.relevance = enlarged(this.relevance, seen + 1, this.newcomer)
  }

  /** Gives every feature this relevance; that of the intercept is 1. */
  reset(relevance = 1): void {
    this.relevance.fill(relevance, 1)
    this.newcomer = relevance
  }

  save(): State {
    // Trailing entries with the default relevance are not saved.
    let end = this.relevance.length
    while (end > 1 && this.relevance[end - 1] === this.newcomer) end--
    const { newcomer, version, measured, meanSquare } = this
    const relevance = this.relevance.slice(0, end)
    return { relevance, newcomer, version, meanSquare, ...(measured !== version && { measured }) }
  }

  /** `all` are all scales so far. */
  load(state: State, all: readonly Scales[]): void {
    this.relevance = floatsIn(state, 'relevance')
    this.newcomer = numberIn(state, 'newcomer')
    this.version = numberIn(state, 'version')
    // Earlier versions did not measure it.
    this.meanSquare = 'meanSquare' in state ? numberIn(state, 'meanSquare') : 0
    this.measured = 'measured' in state ? numberIn(state, 'measured') : this.version
    this.scales = all[this.measured]
  }
}
