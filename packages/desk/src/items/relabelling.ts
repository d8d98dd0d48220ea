import type { Schemas } from '@askance/server/client'
import { type LabelOrLabels, labelBody } from '../parts/labels.js'

export type SentAnswer = Schemas['OutsideAnswer']
type Answered = Schemas['Answered']

/** What one bulk change did. */
export interface Relabelling {
  /** The new label; null if labels were removed. */
  readonly label: LabelOrLabels | null
  /** The changed items with their labels before. */
  readonly changed: readonly { readonly id: string; readonly before?: Schemas['LabelBefore'] }[]
  /** The first reason why an item was not changed, and how many were not. */
  readonly refused: number
  readonly reason: string
}

/** Items per request, so that long work shows progress and other requests are not held up. */
const CHUNK = 50

const isChanged = ({ outcome }: Answered): boolean =>
  outcome === 'learned' || outcome === 'corrected' || outcome === 'removed'

/** Labels items in several requests. Items that already have the label are neither changed nor refused. */
export const relabel = async (
  send: (answers: readonly SentAnswer[]) => Promise<readonly Answered[]>,
  ids: readonly string[],
  label: LabelOrLabels | null,
  onProgress: (done: number) => void = () => {},
): Promise<Relabelling> => {
  const answered = await sendInChunks(
    send,
    ids.map((id) => ({ id, ...(label === null ? { label } : labelBody(label)) })),
    onProgress,
  )
  const refused = answered.filter(({ outcome }) => outcome === 'refused' || outcome === 'late')
  const [first] = refused
  return {
    label,
    changed: answered
      .filter((one) => isChanged(one) && (label !== null || ('before' in one && one.before !== undefined)))
      .map((one) => ({ id: one.id, ...('before' in one && one.before && { before: one.before }) })),
    refused: refused.length,
    reason: first && 'detail' in first ? first.detail : '',
  }
}

const sendInChunks = async (
  send: (answers: readonly SentAnswer[]) => Promise<readonly Answered[]>,
  answers: readonly SentAnswer[],
  onProgress: (done: number) => void,
): Promise<readonly Answered[]> => {
  const answered: Answered[] = []
  for (let start = 0; start < answers.length; start += CHUNK) {
    answered.push(...(await send(answers.slice(start, start + CHUNK))))
    onProgress(answered.length)
  }
  return answered
}

/**
 * The answers that undo a bulk change: each item gets its label and author back, or none. Labellers change only their own
 * labels and cannot name an author.
 */
export const undoingAnswers = (
  { changed }: Pick<Relabelling, 'changed'>,
  isOwner: boolean,
): readonly SentAnswer[] =>
  changed.map(({ id, before }) => {
    const { by, ...labels } = before ?? { label: null }
    return { id, ...labels, ...(isOwner && by !== undefined && { by }) }
  })

/** Undoes a bulk change. Returns how many items could not be restored. */
export const undoRelabelling = async (
  send: (answers: readonly SentAnswer[]) => Promise<readonly Answered[]>,
  done: Relabelling,
  isOwner: boolean,
): Promise<number> => {
  const answered = await sendInChunks(send, undoingAnswers(done, isOwner), () => {})
  return answered.filter(({ outcome }) => outcome === 'refused').length
}
