import { unwrap } from '@askance/server/client'
import { useState } from 'preact/hooks'
import { labelText } from '../parts/labels.js'
import { errorMessage } from '../parts/problem.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { type Relabelling, relabel, type SentAnswer, undoRelabelling } from './relabelling.js'

/** What is being done or was done, and whether it can be undone. */
interface BulkState {
  readonly message: string
  readonly isBusy: boolean
  readonly last: Relabelling | undefined
}

/** Sends labels of many items and remembers the last change for undo. */
export const useRelabelling = (stream: string) => {
  const { client, me } = useSession()
  const isOwner = hasRole(me.role, 'owner')
  const [state, setState] = useState<BulkState>({ message: '', isBusy: false, last: undefined })
  const send = async (answers: readonly SentAnswer[]) =>
    (
      await unwrap(
        client.POST('/v1/streams/{stream}/answers', {
          params: { path: { stream } },
          body: { answers: [...answers] },
        }),
      )
    ).answers

  const change = async (
    ids: readonly string[],
    label: Relabelling['label'],
    onDone: (done: Relabelling) => void,
  ) => {
    const busy = (done: number) =>
      setState({ message: say('items.working', { done, count: ids.length }), isBusy: true, last: undefined })
    busy(0)
    try {
      const done = await relabel(send, ids, label, busy)
      setState({ message: doneText(done), isBusy: false, last: done })
      onDone(done)
    } catch (error) {
      setState({ message: errorMessage(error), isBusy: false, last: undefined })
    }
  }

  const undo = async (onDone: () => void) => {
    const { last } = state
    if (!last) return
    setState({ message: say('items.undoing'), isBusy: true, last: undefined })
    try {
      const failed = await undoRelabelling(send, last, isOwner)
      const count = last.changed.length - failed
      setState({ message: say('items.undone', { count }), isBusy: false, last: undefined })
    } catch (error) {
      setState({ message: errorMessage(error), isBusy: false, last })
    }
    onDone()
  }
  return { state, change, undo }
}

const doneText = ({ label, changed, refused, reason }: Relabelling): string => {
  const count = changed.length
  const done =
    label === null
      ? say('items.removed', { count })
      : say('items.labelled', { count, label: labelText(label) })
  return refused === 0 ? done : `${done} ${say('items.refused', { count: refused, reason })}`
}
