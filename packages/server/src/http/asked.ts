import { serverError } from '../errors.js'
import type { StreamRecord } from '../store/records.js'
import type { Asked, Context } from './route.js'

/** The record of a stream; there must be one. */
export const foundStream = async ({ service }: Context, stream: string): Promise<StreamRecord> => {
  const record = await service.store.readStream(stream)
  if (!record) throw serverError('stream/unknown', { stream })
  return record
}

/** Writes down what an owner did. */
export const noted = async (
  { context, identity }: Pick<Asked<unknown, unknown, unknown>, 'context' | 'identity'>,
  action: string,
  about: { readonly stream?: string; readonly detail?: string },
): Promise<void> => {
  const { service } = context
  await service.store.note({ time: service.now(), who: identity.name, action, ...about })
}

/** The content of an item as it was sent; null once it was erased. */
export const contentOf = (content: string): unknown => (content === '' ? null : JSON.parse(content))
