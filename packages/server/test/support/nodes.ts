import { request } from 'node:http'
import type { Settings } from '../../src/settings/table.js'
import { type ServiceProcess, startProcess } from './crash-process.js'

/** Long enough that a node of a busy machine is not taken for dead. */
export const LEASE_SECONDS = 8

/** Starts a node in a process of its own. */
export const startNode = (
  store: string,
  node: string,
  more: Partial<Settings> = {},
): Promise<ServiceProcess> =>
  startProcess({ store, node, nodeLeaseSeconds: LEASE_SECONDS, threads: 0, ...more })

interface NodeReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly json: any
}

/** Sends a request on a connection of its own. */
export const call = (
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<NodeReply> =>
  new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(new URL(path, url), { method, headers: { ...type, ...headers }, agent: false })
    sent.on('error', reject)
    sent.on('response', async (response) => {
      let text = ''
      try {
        for await (const piece of response.setEncoding('utf8')) text += piece
      } catch (error) {
        return reject(error)
      }
      const isJson = /json($|;)/.test(String(response.headers['content-type'])) && text !== ''
      const isLines = String(response.headers['content-type']).includes('ndjson')
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text,
        json: isJson && !isLines ? JSON.parse(text) : undefined,
      })
    })
    sent.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })

/** The value of a metric of a node; 0 if it has none yet. */
export const metric = async (url: string, name: string): Promise<number> => {
  const { text } = await call(url, 'GET', '/metrics')
  const line = text.split('\n').find((one) => one.startsWith(`askance_${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}
