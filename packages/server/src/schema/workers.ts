import { type Static, Type } from 'typebox'
import { strictObject, Time } from './common.js'

const Worker = strictObject(
  {
    started: Time,
    partitions: Type.Integer({ description: 'How many partitions it works on' }),
    version: Type.Integer({ description: 'The version that it decides with' }),
    items: Type.Integer({
      description: 'Items that it has decided about since it began to work on the stream',
    }),
    refused: Type.Integer({
      description: 'Its pages that were refused, because another worker had the partition',
    }),
    forbidden: Type.Integer({ description: 'Items with P = 0, because the questions were used up' }),
    waiting: Type.Integer({ description: 'Packs that it has read and not decided about' }),
  },
  'Worker',
)

export const WorkersView = strictObject(
  {
    away: Type.Boolean({ description: 'Whether NATS cannot be reached; the rest is then not known' }),
    partitions: Type.Integer({ description: '0 if the stream is not wide' }),
    version: Type.Optional(Type.Integer({ description: 'The last version that the owner has published' })),
    versionAge: Type.Optional(Type.Number({ description: 'Seconds since the owner has published it' })),
    pagesWaiting: Type.Optional(
      Type.Integer({ description: 'Pages that the owner has read and not taken into the log' }),
    ),
    grantsLeft: Type.Optional(
      Type.Integer({
        description:
          'Questions that partitions may still ask without another grant; missing if the budget needs no grants',
      }),
    ),
    workers: Type.Array(Worker, { description: 'In the order in which they were started' }),
  },
  'Workers',
)
export type WorkersView = Static<typeof WorkersView>
