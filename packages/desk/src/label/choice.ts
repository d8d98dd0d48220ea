import { useState } from 'preact/hooks'
import type { Question } from './labelling.js'

/** The labels chosen so far for a question of a multi-label stream. */
export interface Choice {
  readonly labels: readonly string[]
  /** Whether the labeller said that no label fits, so that an empty answer is meant. */
  readonly isNone: boolean
}

const NOTHING: Choice = { labels: [], isNone: false }

/**
 * Chooses a label or takes it back.
 *
 * @example
 * const one = toggled({ labels: [], isNone: true }, 'sport')
 * one // => { labels: ['sport'], isNone: false }
 * toggled(one, 'sport').labels // => []
 */
export const toggled = ({ labels }: Choice, label: string): Choice => ({
  labels: labels.includes(label) ? labels.filter((one) => one !== label) : [...labels, label],
  isNone: false,
})

/** Whether the answer is complete: at least one label, or none of them. */
export const isComplete = ({ labels, isNone }: Choice): boolean => isNone || labels.length > 0

/** The choice for the current question; every question starts without one. */
export const useChoice = (question: Question | undefined) => {
  const [chosen, setChosen] = useState<Choice & { readonly id: string | undefined }>()
  const id = question?.id
  const choice = chosen && chosen.id === id ? chosen : NOTHING
  return {
    choice,
    /** Only classes that are asked about can be chosen. */
    toggle: (label: string) => {
      if (question?.classes?.includes(label)) setChosen({ ...toggled(choice, label), id })
    },
    toggleNone: () => setChosen({ labels: [], isNone: !choice.isNone, id }),
    clear: () => setChosen(undefined),
  }
}
