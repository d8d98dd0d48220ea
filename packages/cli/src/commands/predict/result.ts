import type { Metrics, Row } from '@askance/core'
import { count, counted, isFeatureless } from '@askance/core/internals'
import { metricLines, resultLines } from '../result-lines.js'

/** Warns of a model that has learned nothing. */
export const readyText = (ready: boolean): string =>
  ready ? '' : 'Warning: the model has not learned labels of two classes, so its predictions mean nothing.\n'

/** Counts the items of which the model reads nothing: other columns than those it was trained with, or an empty file. */
export class UnreadItems {
  #items = 0
  #unread = 0

  add(row: Row): void {
    this.#items++
    if (isFeatureless(row)) this.#unread++
  }

  /** A warning if the model read nothing of most items. */
  text(): string {
    const [items, unread] = [this.#items, this.#unread]
    if (unread <= items / 2) return ''
    return `Warning: the model can read nothing of ${count(unread)} of ${counted(items, 'item')}, so their predictions mean nothing. Does the file have the columns that the model was trained with?\n`
  }
}

/** Metrics over items whose label is a class of the model. */
export const evaluation = (metrics: Metrics, seen: number): string => {
  const values = metrics.values()
  const { fact } = resultLines()
  const unknown = seen - values.items
  if (values.items === 0)
    return 'No item has a label that is a class of the model, so nothing was evaluated.\n'
  return [
    fact('items', count(values.items)),
    ...(unknown > 0 ? [fact('left out', count(unknown), '  without a label that the model knows')] : []),
    fact('mistakes', count(values.mistakes)),
    ...metricLines(values, metrics.classes, fact),
    '',
  ].join('\n')
}
