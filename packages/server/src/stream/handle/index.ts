import type { Circumstances, OperationName, Request, Result } from '../operations.js'
import type { Stream } from '../stream.js'
import { answer, answers, forget, skip, undo, unsure } from './answers.js'
import { asked, wrong } from './asked.js'
import { explain, observe, predict, teach } from './items.js'
import { confusion, features, quality } from './quality.js'
import { heartbeat, lease, questions, release } from './questions.js'
import { agreement, configure, exported, imported, linear, standing } from './standing.js'

type Handlers = {
  readonly [Name in OperationName]: (
    stream: Stream,
    request: Request<Name>,
    circumstances: Circumstances,
  ) => Result<Name>
}

/** What each operation does. */
export const handlers: Handlers = {
  observe,
  predict,
  teach,
  lease,
  heartbeat,
  release,
  answer,
  skip,
  unsure,
  undo,
  answers,
  forget,
  questions,
  quality,
  confusion,
  features,
  asked,
  wrong,
  explain,
  agreement,
  standing,
  configure,
  linear,
  exported,
  imported,
}
