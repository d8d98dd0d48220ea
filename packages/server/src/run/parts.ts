import { createApp } from '../http/app.js'
import type { Asset } from '../http/assets.js'
import type { Route } from '../http/route.js'
import type { Logger } from '../logs/logger.js'
import type { Metrics } from '../metrics/create.js'
import { createService } from '../service/create.js'
import type { Service } from '../service/service.js'
import type { Settings } from '../settings/table.js'
import { openStore } from '../store/open.js'
import type { Store } from '../store/store.js'
import type { App } from './listening.js'

/** What a service is put together from; tests hand in their own. */
export interface Parts {
  openStore(url: string): Promise<Store>
  createService(options: {
    readonly settings: Settings
    readonly store: Store
    readonly logger: Logger
  }): Service | Promise<Service>
  createApp(options: {
    readonly service: Service
    readonly settings: Settings
    readonly version: string
    readonly logger: Logger
    readonly metrics: Metrics
    readonly assets: readonly Asset[]
    readonly routes: readonly Route[]
  }): App | Promise<App>
}

export const usualParts: Parts = { openStore, createService, createApp }
