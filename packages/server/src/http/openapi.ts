import { VERSION } from '@askance/core'
import { documentOf } from './document.js'
import { allRoutes } from './routes/index.js'

/** The OpenAPI document of the service: for the pages, the typed client and the tests. No service is needed for it. */
export const openApiDocument = async (version: string = VERSION): Promise<object> =>
  documentOf(allRoutes, version)
