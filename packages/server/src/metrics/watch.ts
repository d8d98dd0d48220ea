import type { Service } from '../service/service.js'
import type { Store } from '../store/store.js'
import type { OperationName, Request, Result } from '../stream/operations.js'
import type { Metrics } from './create.js'

/** The same store, whose writing is measured. */
export const watchedStore = (store: Store, metrics: Metrics): Store =>
  overriding(store, {
    append: async (page) => {
      const done = metrics.appending()
      try {
        await store.append(page)
        done(true)
      } catch (error) {
        done(false)
        throw error
      }
    },
  })

/** The same service, whose results are counted. */
export const watchedService = (service: Service, metrics: Metrics): Service => {
  const changing = <Value>(change: Promise<Value>): Promise<Value> =>
    change.finally(() => metrics.streamsChanged())
  return overriding(service, {
    createStream: (...args) => changing(service.createStream(...args)),
    changeStream: (...args) => changing(service.changeStream(...args)),
    deleteStream: (...args) => changing(service.deleteStream(...args)),
    run: async (stream, name, request, caller) => {
      const result = await service.run(stream, name, request, caller)
      const count = counters[name] as Counting<typeof name> | undefined
      count?.(metrics, stream, result, request)
      return result
    },
  })
}

/** The same object but for some methods. Unlike a copy it works for classes, and for methods that are added one day. */
const overriding = <Target extends object>(target: Target, methods: Partial<Target>): Target =>
  new Proxy(target, {
    get: (_, name) => {
      if (Object.hasOwn(methods, name)) return Reflect.get(methods, name)
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

type Counting<Name extends OperationName> = (
  metrics: Metrics,
  stream: string,
  result: Result<Name>,
  request: Request<Name>,
) => void

/** What each operation tells about labels and leases; the others tell nothing. */
const counters: { readonly [Name in OperationName]?: Counting<Name> } = {
  teach: (metrics, _, { taught }) => metrics.label('taught', 'learned', taught),
  answer: (metrics, stream, { id, outcome }) => {
    metrics.label('question', outcome)
    if (outcome !== 'refused') metrics.leases.drop(stream, id)
  },
  answers: (metrics, _, answers) => {
    for (const { outcome } of answers) metrics.label('outside', outcome)
  },
  skip: (metrics, stream, { id }) => {
    metrics.label('question', 'skipped')
    metrics.leases.drop(stream, id)
  },
  unsure: (metrics, stream, { id }) => {
    metrics.label('question', 'unsure')
    metrics.leases.drop(stream, id)
  },
  lease: ({ leases }, stream, questions) => {
    for (const { id, until } of questions) leases.hold(stream, id, until)
  },
  undo: ({ leases }, stream, { id, until }) => leases.hold(stream, id, until),
  heartbeat: ({ leases }, stream, { until, lost }, { ids }) => {
    for (const id of ids)
      if (lost.includes(id)) leases.drop(stream, id)
      else leases.hold(stream, id, until)
  },
  release: ({ leases }, stream, _, { ids }) => {
    for (const id of ids) leases.drop(stream, id)
  },
}
