import { AskanceError } from '@askance/core'
import type { Asset, Route } from '@askance/server'
import { type Running, startServer } from '@askance/server/run'
import { defaultSettings, type Settings } from '@askance/server/settings'

/** How many ports after the default one are tried. */
const PORTS_TRIED = 20

interface LocalServiceOptions {
  readonly store: string
  /** If undefined, the default port or the next free one. */
  readonly port: number | undefined
  readonly defaultPort?: number
  readonly assets: readonly Asset[]
  readonly routes?: readonly Route[]
  /** The error if another process uses the store. */
  readonly used: Error
}

/** Starts the service on localhost without tokens. `moved` says that the default port was in use. */
export const startLocalService = async ({
  store,
  port,
  defaultPort = defaultSettings.port,
  assets,
  routes = [],
  used,
}: LocalServiceOptions): Promise<{ readonly running: Running; readonly moved: boolean }> => {
  const settings = (wanted: number): Settings => ({
    ...defaultSettings,
    port: wanted,
    store,
    anonymous: true,
    logLevel: 'warn',
    // On a desktop, a slow request is no news.
    slowMs: 0,
  })
  const first = port ?? defaultPort
  const last = port ?? first + PORTS_TRIED
  for (let tried = first; ; tried++)
    try {
      return { running: await startServer(settings(tried), { assets, routes }), moved: tried !== first }
    } catch (error) {
      if (!(error instanceof AskanceError)) throw error
      if (error.code === 'store/used') throw used
      if (error.code !== 'listen/used' || tried >= last) throw error
    }
}
