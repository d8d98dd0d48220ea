import { enlarged } from '../rows/table.js'
import { floatsIn, numberIn, type State } from '../state/state.js'
import { Scales } from './scales.js'

/** How rows are seen for a while: the scales of the features, and how much each has to do with the classes. */
export class ViewScaling {
  scales = new Scales()
  /** Which of all scales these are. */
  version = 0
  /** By slot. */
  relevance: Float64Array = new Float64Array(1).fill(1)
  /** The relevance of a feature that is first met: as little as any, once features are weighed at all. */
  newcomer = 1

  /** Room for all features that were met. */
  reserve(met: number): void {
    this.relevance = enlarged(this.relevance, met + 1, this.newcomer)
  }

  save(): State {
    // What is beyond has the value of newcomers, however much room there is.
    let end = this.relevance.length
    while (end > 1 && this.relevance[end - 1] === this.newcomer) end--
    return { relevance: this.relevance.slice(0, end), newcomer: this.newcomer, version: this.version }
  }

  /** `all` are the scales that ever held. */
  load(state: State, all: readonly Scales[]): void {
    this.relevance = floatsIn(state, 'relevance')
    this.newcomer = numberIn(state, 'newcomer')
    this.version = numberIn(state, 'version')
    this.scales = all[this.version]
  }
}
