import { Metrics } from '@askance/core'
import { CLASSES, type MailLabel } from './mails.js'

/** How good the predictions really were. */
export interface TruthValues {
  readonly items: number
  readonly accuracy: number
  readonly f1: number
}

/**
 * Counts predictions against what the mails are, which nobody outside of a demonstration could.
 *
 * @example
 * const truth = new Truth()
 * truth.add('spam', 'spam')
 * truth.add('ham', 'spam')
 * truth.values().accuracy // => 0.5
 */
export class Truth {
  readonly #metrics = new Metrics(CLASSES.length, CLASSES.indexOf('spam'))

  /** A class that somebody named meanwhile is as wrong as the other of the two. */
  add(predicted: string, label: MailLabel): void {
    const truth = CLASSES.indexOf(label)
    this.#metrics.add(predicted === label ? truth : 1 - truth, truth, false, false)
  }

  values(): TruthValues {
    const { items, accuracy, f1 } = this.#metrics.values()
    return { items, accuracy, f1 }
  }
}
