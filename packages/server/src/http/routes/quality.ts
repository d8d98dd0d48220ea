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
    summary: 'Estimate the quality of the predictions over all items',
    description:
      'A multi-label stream has Hamming loss, micro and macro F1, and the estimates of each class.',
    query: QualityQuery,
    response: jsonResponse(QualityView, 'Estimates with confidence intervals'),
    errors: ['stream/unknown'],
    handle: async ({ params, query, context, caller }) =>
      context.service.run(params.stream, 'quality', { ...query }, caller),
  }),
  route({
    ...reading,
    path: '/v1/streams/{stream}/confusion',
    operation: 'readConfusion',
    summary: 'Estimate the confusion matrix over all items',
    description:
      'Rows are predicted classes, columns are true classes. With more than 50 classes only the 50 with the most ' +
      'items (predicted and true) are listed; `omitted` is the number of the others.',
    query: QualityQuery,
    response: jsonResponse(ConfusionView, 'Numbers of items with confidence intervals'),
    errors: ['stream/unknown', 'stream/report'],
    handle: async ({ params, query, context, caller }) =>
      context.service.run(params.stream, 'confusion', { ...query }, caller),
  }),
  route({
    ...reading,
    path: '/v1/streams/{stream}/features',
    operation: 'listFeatures',
    summary: 'List the top features of each class',
    description:
      'A weight is what the feature adds to the score of the class. With more than 20 classes only the 20 predicted ' +
      'most often are listed; `omitted` is the number of the others.',
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
    summary: 'Read statistics over time, window by window',
    query: TimelineQuery,
    response: jsonResponse(TimelineView, 'Windows, oldest first'),
    errors: ['stream/unknown'],
    handle: async ({ params, query, context }) => {
      await requireStream(context, params.stream)
      const { windows = DEFAULT_WINDOWS, from = 0, to = Number.MAX_SAFE_INTEGER } = query
      // A window needs the point before it, except for the first window of the stream.
      const most = from === 0 ? windows : windows + 1
      const points = await context.service.store.readPoints(params.stream, from, to, most)
      return { windows: timelineWindows(points, from === 0) }
    },
  }),
  route({
    ...reading,
    path: '/v1/streams/{stream}/labellers',
    operation: 'listLabellers',
    summary: 'List labellers and their agreement',
    response: jsonResponse(AgreementView, 'Labellers and their agreement'),
    errors: ['stream/unknown'],
    handle: async ({ params, context, caller }) =>
      context.service.run(params.stream, 'agreement', {}, caller),
  }),
]
