import type { Route } from '../route.js'
import { erasingRoutes } from './erasing.js'
import { eventRoutes } from './events.js'
import { grantRoutes } from './grants.js'
import { healthRoutes } from './health.js'
import { hookRoutes } from './hooks.js'
import { inviteRoutes } from './invites.js'
import { itemRoutes } from './items.js'
import { labelledRoutes } from './labelled-items.js'
import { modelRoutes } from './model.js'
import { qualityRoutes } from './quality.js'
import { questionRoutes } from './questions.js'
import { serviceRoutes } from './service.js'
import { signInRoutes } from './sign-in.js'
import { oneItemRoutes } from './stored-items.js'
import { streamRoutes } from './streams.js'
import { workerRoutes } from './workers.js'

/** Every route of the service. */
export const allRoutes: readonly Route[] = [
  ...streamRoutes,
  ...workerRoutes,
  ...itemRoutes,
  ...oneItemRoutes,
  ...erasingRoutes,
  ...questionRoutes,
  ...qualityRoutes,
  ...modelRoutes,
  ...labelledRoutes,
  ...eventRoutes,
  ...hookRoutes,
  ...inviteRoutes,
  ...grantRoutes,
  ...serviceRoutes,
  ...signInRoutes,
  ...healthRoutes,
]
