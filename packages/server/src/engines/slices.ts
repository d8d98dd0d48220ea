import type { Telling } from '@askance/core'
import { handlers } from '../stream/handle/index.js'
import { prepareItems, prepareLessons } from '../stream/handle/items.js'
import { labelsToTell } from '../stream/handle/quality.js'
import type { Circumstances, Decision, OperationName, Request, Result } from '../stream/operations.js'
import type { Stream } from '../stream/stream.js'

/** So many items are worked on before another stream has its turn. */
const A_SLICE = 32

type Handler = (stream: Stream, request: unknown, circumstances: Circumstances) => unknown

/** Does an operation. What may be long it does in slices, and yields between them; all of it is one page. */
export function* operated<Name extends OperationName>(
  stream: Stream,
  name: Name,
  request: Request<Name>,
  circumstances: Circumstances,
): Generator<void, Result<Name>> {
  const { items } = request as { items?: readonly unknown[] }
  if (items && items.length > A_SLICE && (name === 'observe' || name === 'teach')) {
    const done = name === 'observe' ? observed : taught
    return (yield* done(stream, request as never, circumstances)) as Result<Name>
  }
  if (name === 'features') return (yield* told(stream, request as Request<'features'>)) as Result<Name>
  return (handlers[name] as Handler)(stream, request, circumstances) as Result<Name>
}

/** The weights of one class after the other: there may be many of both. */
function* told(stream: Stream, { count }: Request<'features'>): Generator<void, Result<'features'>> {
  const { labels, omitted } = labelsToTell(stream)
  const classes: Telling[] = []
  for (const label of labels) {
    classes.push(...stream.classifier.telling(count, [label]))
    yield
  }
  return { classes, omitted }
}

function* observed(
  stream: Stream,
  { items }: Request<'observe'>,
  circumstances: Circumstances,
): Generator<void, readonly Decision[]> {
  prepareItems(stream, items, circumstances)
  const decisions: Decision[] = []
  for (let k = 0; k < items.length; k += A_SLICE) {
    decisions.push(...handlers.observe(stream, { items: items.slice(k, k + A_SLICE) }, circumstances))
    yield
  }
  return decisions
}

function* taught(
  stream: Stream,
  { items }: Request<'teach'>,
  circumstances: Circumstances,
): Generator<void, Result<'teach'>> {
  prepareLessons(stream, items, circumstances)
  for (let k = 0; k < items.length; k += A_SLICE) {
    handlers.teach(stream, { items: items.slice(k, k + A_SLICE) }, circumstances)
    yield
  }
  return { taught: items.length }
}
