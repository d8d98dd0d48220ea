import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { VERSION } from '@askance/core'
import type { Settings } from '../settings/table.js'
import { checkHookUrl, guardedLookup } from './address.js'

export interface Posted {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Gives up when this says so. */
  readonly signal: AbortSignal
}

/** Posts a message and gives the status of the answer; rejects when there is none. */
export type Send = (posted: Posted) => Promise<number>

/** What is read of an answer, in bytes: nobody looks at it, but a receiver may want to finish its sentence. */
const MOST_READ = 64 * 1024

/** Redirects are not followed, for they would lead past the check of the address. */
export const sendWith =
  (settings: Pick<Settings, 'privateHooks'>, lookup = guardedLookup(settings)): Send =>
  async ({ url: text, headers, body, signal }) => {
    const url = checkHookUrl(text, settings)
    const request = url.protocol === 'https:' ? secureRequest : plainRequest
    return new Promise((resolve, reject) => {
      const sent = request(
        url,
        {
          method: 'POST',
          agent: false,
          lookup,
          signal,
          headers: {
            ...headers,
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': `askance/${VERSION}`,
          },
        },
        (response) => {
          const { statusCode = 0 } = response
          let read = 0
          response.on('data', (chunk: Buffer) => {
            read += chunk.length
            if (read > MOST_READ) response.destroy()
          })
          response.on('error', () => resolve(statusCode))
          response.on('close', () => resolve(statusCode))
        },
      )
      sent.on('error', reject)
      sent.end(body)
    })
  }
