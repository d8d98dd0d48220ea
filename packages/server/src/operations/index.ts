import { answer, forget, skip, undo, unsure } from './answers.js'
import { classify } from './classify.js'
import { erase, eraseLabeller } from './erasing.js'
import { explain, observe, predict, teach } from './items.js'
import { asked, labelled, undecided } from './lists.js'
import { configure, exported, imported, linear } from './model.js'
import type { Operation } from './operation.js'
import { finish, work } from './pool.js'
import { heartbeat, lease, questions, release } from './questions.js'
import { receive } from './receive.js'
import { answers } from './relabelling.js'
import { agreement, confusion, features, quality, status } from './reports.js'
import { doubtful } from './reviewing.js'
import { makeVersion, ownerFence, ownerStatus, shape, takePages } from './wide.js'

/** All operations on a stream. */
export const operations = {
  observe,
  receive,
  predict,
  teach,
  classify,
  work,
  finish,
  lease,
  heartbeat,
  release,
  answer,
  skip,
  unsure,
  undo,
  answers,
  forget,
  erase,
  eraseLabeller,
  questions,
  quality,
  confusion,
  features,
  asked,
  labelled,
  undecided,
  doubtful,
  explain,
  agreement,
  status,
  configure,
  linear,
  exported,
  imported,
  shape,
  ownerStatus,
  ownerFence,
  takePages,
  makeVersion,
}

type Operations = typeof operations

export type OperationName = keyof Operations
export type Request<Name extends OperationName> =
  Operations[Name] extends Operation<infer Input, infer _> ? Input : never
export type Result<Name extends OperationName> =
  Operations[Name] extends Operation<infer _, infer Value> ? Value : never

/** The declaration of an operation by name. */
export const operationNamed = <Name extends OperationName>(
  name: Name,
): Operation<Request<Name>, Result<Name>> =>
  operations[name] as unknown as Operation<Request<Name>, Result<Name>>
