import { serverError } from '../errors.js'
import type { Database } from './database.js'

export const closedError = () => serverError('store/lost', { reason: 'it was closed' })

/** Takes nothing more from the moment it is closed, and closes once. */
export const closedOnce = (database: Database): Database => {
  let closed: Promise<void> | undefined
  const unlessClosed = <Result>(action: () => Promise<Result>): Promise<Result> =>
    closed ? Promise.reject(closedError()) : action()
  return {
    read: (sql, parameters) => unlessClosed(() => database.read(sql, parameters)),
    write: (steps) => unlessClosed(() => database.write(steps)),
    append: (page) => unlessClosed(() => database.append(page)),
    close: () => {
      closed ??= database.close()
      return closed
    },
  }
}
