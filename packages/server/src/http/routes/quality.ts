import { StreamParams } from '../../schema/common.js'
import {
  AgreementView,
  ConfusionView,
  FeaturesQuery,
  FeaturesView,
  QualityQuery,
  QualityView,
  TimelineQuery,
  TimelineView,
} from '../../schema/quality.js'
import { jsonResponse, type Route, route } from '../route.js'
import { timelineWindows } from '../timeline.js'
import { requireStream } from './common.js'

const reading = { method: 'GET', tag: 'Quality', access: 'reader', params: StreamParams } as const
const DEFAULT_WINDOWS = 50
const DEFAULT_FEATURES = 10

export const qualityRoutes: readonly Route[] = [
  route({
    ...reading,
    path: '/v1/streams/{stream}/quality',
    operation: 'readQuality',
    summary: 'How good the predictions of all items are, as the answers tell',
    query: QualityQuery,
    response: jsonResponse(QualityView, 'Estimates with intervals'),
    errors: ['stream/unknown'],
    handle: async ({ params, query, context, caller }) =>
      context.service.run(params.stream, 'quality', { ...query }, caller),
  }),
  route({
    ...reading,
    path: '/v1/streams/{stream}/confusion',
    operation: 'readConfusion',
    summary: 'What is taken for what, estimated over all items',
    description:
      'Rows are predicted classes, columns true ones. With more than 50 classes, the 50 with the most items are told, ' +
      'predicted and true ones taken together; `omitted` says how many are left out.',
    query: QualityQuery,
    response: jsonResponse(ConfusionView, 'Numbers of items with intervals'),
    errors: ['stream/unknown'],
    handle: async ({ params, query, context, caller }) =>
      context.service.run(params.stream, 'confusion', { ...query }, caller),
  }),
  route({
    ...reading,
    path: '/v1/streams/{stream}/features',
    operation: 'listFeatures',
    summary: 'The features that speak most for each class now',
    description:
      'A weight is what the feature adds to the score of the class, on the scale of the learner. With more than 20 classes, the 20 ' +
      'that were predicted most often are told; `omitted` says how many are left out.',
    query: FeaturesQuery,
    response: jsonResponse(FeaturesView, 'Classes with their features'),
    errors: ['stream/unknown'],
    handle: async ({ params, query: { count = DEFAULT_FEATURES }, context, caller }) =>
      context.service.run(params.stream, 'features', { count }, caller),
  }),
  route({
    ...reading,
    path: '/v1/streams/{stream}/timeline',
    operation: 'readTimeline',
    summary: 'How the stream went, window by window',
    query: TimelineQuery,
    response: jsonResponse(TimelineView, 'Windows, the oldest first'),
    errors: ['stream/unknown'],
    handle: async ({ params, query, context }) => {
      await requireStream(context, params.stream)
      const { windows = DEFAULT_WINDOWS, from = 0, to = Number.MAX_SAFE_INTEGER } = query
      // From the beginning of the stream the first window needs no point before it.
      const most = from === 0 ? windows : windows + 1
      const points = await context.service.store.readPoints(params.stream, from, to, most)
      return { windows: timelineWindows(points, from === 0) }
    },
  }),
  route({
    ...reading,
    path: '/v1/streams/{stream}/labellers',
    operation: 'listLabellers',
    summary: 'Who answered how much, and how far they agree',
    response: jsonResponse(AgreementView, 'Labellers and their agreement'),
    errors: ['stream/unknown'],
    handle: async ({ params, context, caller }) =>
      context.service.run(params.stream, 'agreement', {}, caller),
  }),
]
