import type { serverErrorTable } from '../errors.js'

/** What HTTP says for each error of the service. */
export const statuses: Readonly<Record<keyof typeof serverErrorTable, number>> = {
  'stream/unknown': 404,
  'stream/exists': 409,
  'stream/changed': 412,
  'stream/busy': 503,
  'stream/unloaded': 503,
  'stream/begun': 409,
  'stream/classes': 409,
  'item/unknown': 404,
  'item/shape': 422,
  'item/repeated': 422,
  'question/closed': 409,
  'question/leased': 409,
  'question/unleased': 409,
  'question/own': 409,
  'undo/nothing': 409,
  'request/key-reused': 422,
  'request/invalid': 400,
  'request/too-large': 413,
  'request/media-type': 415,
  'request/too-many': 429,
  'request/cursor': 400,
  'request/no-match': 428,
  'access/token': 401,
  'access/role': 403,
  'access/host': 421,
  'token/unknown': 404,
  'hook/unknown': 404,
  'hook/url': 422,
  'route/unknown': 404,
  'route/method': 405,
  'log/conflict': 503,
  'store/full': 507,
  'store/lost': 503,
  'store/newer': 503,
  'store/url': 503,
  'store/broken': 503,
  'store/used': 503,
  'setting/value': 500,
  'setting/unknown': 500,
  'setting/file': 500,
  'setting/anonymous': 500,
  'listen/used': 500,
  'listen/failed': 500,
  'backup/exists': 500,
  'backup/broken': 500,
  'service/stopping': 503,
}

/** Errors of the core that are no mere mistake in what was sent. */
const others: Readonly<Record<string, number>> = {
  'question/unknown': 404,
  'question/unanswered': 409,
  'question/late': 409,
  'item/id': 409,
  'export/linear': 409,
}

/** The status of an error by its code. What the core and the readers refuse was understood, but cannot be done. */
export const statusOf = (code: string): number =>
  (statuses as Readonly<Record<string, number>>)[code] ?? others[code] ?? 422
