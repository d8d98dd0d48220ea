import { unwrap } from '@askance/server/client'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type LabelOrLabels, labelBody, labelText } from '../parts/labels.js'
import { errorMessage } from '../parts/problem.js'
import { hasRole, useSession } from '../shell/session.js'
import { say } from '../words/say.js'
import { type SentAnswer, undoingAnswers } from './relabelling.js'
import type { DoubtfulItem, ReviewKind } from './reviewing.js'

interface Settled {
  readonly item: DoubtfulItem
  readonly change: Parameters<typeof undoingAnswers>[0]
}

const PAGE = 50

/** The doubtful items of one kind, and what settles them. */
export const useReview = (stream: string, kind: ReviewKind) => {
  const { client, me } = useSession()
  const isOwner = hasRole(me.role, 'owner')
  const [items, setItems] = useState<readonly DoubtfulItem[]>()
  const settled = useRef<Settled[]>([])
  const [canUndo, setCanUndo] = useState(false)
  const [error, setError] = useState<unknown>()
  const [note, setNote] = useState('')

  const load = async (isShown: () => boolean = () => true) => {
    try {
      const found = await unwrap(
        client.GET('/v1/streams/{stream}/review', {
          params: { path: { stream }, query: { kind, limit: PAGE } },
        }),
      )
      if (!isShown()) return
      setError(undefined)
      setItems(found.items)
    } catch (cause) {
      if (isShown()) setError(cause)
    }
  }
  useEffect(() => {
    let isShown = true
    setItems(undefined)
    settled.current = []
    setCanUndo(false)
    setNote('')
    void load(() => isShown)
    return () => {
      isShown = false
    }
  }, [client, stream, kind])

  const send = async (answers: readonly SentAnswer[], confirm: boolean) => {
    const body = { answers: [...answers], ...(confirm && { confirm }) }
    const path = { stream }
    const sent = await unwrap(client.POST('/v1/streams/{stream}/answers', { params: { path }, body }))
    const [answered] = sent.answers
    if (answered?.outcome === 'refused') throw new Error(answered.detail)
    return answered
  }

  // Keys can be faster than the network: each change is sent when those before it have ended.
  const sending = useRef<Promise<void>>(Promise.resolve())
  const inTurn = (change: () => Promise<void>): Promise<void> => {
    sending.current = sending.current.then(change)
    return sending.current
  }

  const settle = async (label: LabelOrLabels) => {
    const [item, ...rest] = items ?? []
    if (!item) return
    // The next item is shown at once; if the label is refused, this one comes back.
    setItems(rest)
    await inTurn(() => sendLabel(item, label, rest.length === 0))
  }
  const sendLabel = async (item: DoubtfulItem, label: LabelOrLabels, isLast: boolean) => {
    try {
      const answered = await send([{ id: item.id, ...labelBody(label) }], true)
      const before = answered && 'before' in answered ? answered.before : undefined
      settled.current.push({ item, change: { changed: [{ id: item.id, ...(before && { before }) }] } })
      setCanUndo(true)
      setNote(say('review.settled', { label: labelText(label) }))
      if (isLast) await load()
    } catch (cause) {
      setItems((shown) => [item, ...(shown ?? [])])
      setNote(cause instanceof Error && cause.name === 'Error' ? cause.message : errorMessage(cause))
    }
  }

  const undo = () => inTurn(undoLast)
  const undoLast = async () => {
    const last = settled.current.at(-1)
    if (!last) return
    try {
      await send(undoingAnswers(last.change, isOwner), false)
      settled.current.pop()
      setCanUndo(settled.current.length > 0)
      setItems((shown) => [last.item, ...(shown ?? []).filter(({ id }) => id !== last.item.id)])
      setNote(say('review.undone'))
    } catch (cause) {
      setNote(errorMessage(cause))
    }
  }

  /** Moves the item to the end. */
  const later = () => setItems((shown) => shown && [...shown.slice(1), ...shown.slice(0, 1)])
  return { items, error, note, canUndo, settle, undo, later, reload: () => void load() }
}
