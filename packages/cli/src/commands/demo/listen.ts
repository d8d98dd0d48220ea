import { AskanceError } from '@askance/core'
import type { Asset, Route } from '@askance/server'
import { type Running, startServer } from '@askance/server/run'
import { type Settings, usualSettings } from '@askance/server/settings'
import { cliError } from '../../errors.js'

/** How many ports after the usual one are tried. */
const TRIES = 20

export interface Listening {
  readonly store: string
  readonly folder: string
  /** The one that is wanted; if not given, the usual one or the next after it that is free. */
  readonly port: number | undefined
  readonly usualPort: number
  readonly assets: readonly Asset[]
  readonly routes: readonly Route[]
}

/** Starts the service on this machine alone, without tokens. Throws `demo/used` where a demonstration has the store. */
export const startedService = async ({
  store,
  folder,
  port,
  usualPort,
  assets,
  routes,
}: Listening): Promise<{ readonly running: Running; readonly moved: boolean }> => {
  const settings = (wanted: number): Settings => ({
    ...usualSettings,
    port: wanted,
    store,
    anonymous: true,
    logLevel: 'warn',
  })
  const first = port ?? usualPort
  const last = port ?? first + TRIES
  for (let tried = first; ; tried++)
    try {
      return { running: await startServer(settings(tried), { assets, routes }), moved: tried !== first }
    } catch (error) {
      if (!(error instanceof AskanceError)) throw error
      if (error.code === 'store/used') throw cliError('demo/used', { folder })
      if (error.code !== 'listen/used' || tried >= last) throw error
    }
}
