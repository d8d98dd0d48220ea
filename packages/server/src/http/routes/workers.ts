import { StreamParams } from '../../schema/common.js'
import { WorkersView } from '../../schema/workers.js'
import { jsonResponse, type Route, route } from '../route.js'
import { requireStream } from './common.js'

export const workerRoutes: readonly Route[] = [
  route({
    method: 'GET',
    tag: 'Streams',
    access: 'reader',
    params: StreamParams,
    path: '/v1/streams/{stream}/workers',
    operation: 'listWorkers',
    summary: 'List the workers of a wide stream',
    description:
      'Who works on its partitions, and how far its owner is. A stream without partitions has none.',
    response: jsonResponse(WorkersView, 'Workers that are alive'),
    errors: ['stream/unknown'],
    handle: async ({ params: { stream }, context }): Promise<WorkersView> => {
      const { partitions = 0 } = (await requireStream(context, stream)).config
      const { cluster } = context
      if (partitions === 0 || !cluster) return { away: partitions > 0, partitions, workers: [] }
      return cluster.workersOf(stream, partitions)
    },
  }),
]
