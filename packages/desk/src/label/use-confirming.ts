import { useState } from 'preact/hooks'
import { readStored, writeStored } from '../shell/storage.js'
import { type Confirmation, confirmation } from './confirming.js'
import type { Question } from './labelling.js'

export interface Confirming {
  /** Whether the mode exists: with several labels per item, every class is answered anyway. */
  readonly isAvailable: boolean
  /** Whether the mode is on. */
  readonly isOn: boolean
  /** The class in question; undefined if the list is shown. */
  readonly label: string | undefined
  /** The classes rejected for this question. */
  readonly rejected: readonly string[]
  /** Whether something was rejected or the list was opened, which `back` takes back. */
  readonly canGoBack: boolean
  toggle(): void
  /** Rejects the class in question. */
  reject(): void
  openList(): void
  back(): void
}

interface Progress {
  readonly id: string
  readonly rejected: readonly string[]
  readonly isList: boolean
}

/** The accept-or-reject mode of the desk. It is remembered on the device. */
export const useConfirming = (
  question: Question | undefined,
  classes: readonly string[],
  isAvailable: boolean,
  onSettled: (label: string) => void,
): Confirming => {
  const [isChosen, setOn] = useState(readStored('mode') === 'confirm')
  const isOn = isAvailable && isChosen
  const [progress, setProgress] = useState<Progress>()
  const id = question?.id ?? ''
  const { rejected, isList } = progress?.id === id ? progress : { rejected: [], isList: false }
  const after = (labels: readonly string[]): Confirmation => {
    const { predicted, likely = [] } = question ?? {}
    return typeof predicted === 'string'
      ? confirmation({ predicted, likely }, classes, labels)
      : { kind: 'list' }
  }
  const shown = after(rejected)
  const label = isOn && !isList && shown.kind === 'class' ? shown.label : undefined
  return {
    isAvailable,
    isOn,
    label,
    rejected: isOn ? rejected : [],
    canGoBack: isOn && (rejected.length > 0 || isList),
    toggle: () => {
      writeStored('mode', isOn ? 'list' : 'confirm')
      setOn(!isOn)
    },
    reject: () => {
      if (label === undefined) return
      const all = [...rejected, label]
      const next = after(all)
      if (next.kind === 'settled') return onSettled(next.label)
      setProgress({ id, rejected: all, isList: false })
    },
    openList: () => setProgress({ id, rejected, isList: true }),
    back: () => setProgress({ id, rejected: isList ? rejected : rejected.slice(0, -1), isList: false }),
  }
}
