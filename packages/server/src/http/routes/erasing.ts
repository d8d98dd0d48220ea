import { serverError } from '../../errors.js'
import { StreamParams } from '../../schema/common.js'
import { ErasedView, PersonBody } from '../../schema/erasing.js'
import { erasePerson, erasureText } from '../../service/erase-person.js'
import { jsonResponse, type Route, route } from '../route.js'
import { recordAudit, requireStream } from './common.js'

export const erasingRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/v1/streams/{stream}/erase',
    operation: 'erasePerson',
    summary: 'Erase the items and the answers of a person',
    description:
      'Items by id, by the beginning of the id or by metadata; and the answers of a labeller, whose name is replaced in the log. The stream is rebuilt from its log. Backups are not changed.',
    tag: 'Items',
    access: 'owner',
    params: StreamParams,
    body: PersonBody,
    example: { idPrefix: 'customer-17/' },
    response: jsonResponse(ErasedView, 'What was erased'),
    errors: ['stream/unknown', 'item/unknown', 'request/invalid'],
    handle: async (call) => {
      const { params, body, context, caller } = call
      const { stream } = params
      await requireStream(context, stream)
      if (Object.keys(body).length === 0)
        throw serverError('request/invalid', { reason: 'expected ids, idPrefix, meta or labeller' })
      const erased = await erasePerson(context.service, stream, body, caller)
      await recordAudit(call, 'erasePerson', { stream, detail: erasureText(erased) })
      return erased
    },
  }),
]
