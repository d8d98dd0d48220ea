import { AskanceError } from '@askance/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { NO_TOKEN } from './guard.js'
import type { Context, Route, RouteCall } from './route.js'
import { requireStream } from './routes/common.js'

/** Records a read of items, labels or the model in bulk before it begins. Filters are not recorded: they may contain personal data. */
export const recordRead = async (
  { exports, audited, operation }: Route,
  { context, identity, params, query }: RouteCall<unknown, unknown, unknown>,
): Promise<void> => {
  if (!exports && !audited) return
  const { stream } = params as { readonly stream?: string }
  // Otherwise, invented names would fill the audit log.
  if (stream !== undefined) await requireStream(context, stream)
  const { format } = query as { readonly format?: string }
  await context.audit.record({
    who: identity.name,
    action: operation,
    ...(stream !== undefined && { stream }),
    ...(format !== undefined && { detail: format }),
  })
}

/** Whether an error says that somebody tried what they may not. A request without any token is what every visit begins with. */
const isRefusal = ({ code, details }: AskanceError): boolean =>
  /^(?:access\/(?:role|action|origin)|sign-in\/(?:state|refused|name|role))$/.test(code) ||
  (code === 'access/token' && details.reason !== NO_TOKEN)

/** Records refused requests and failed sign-ins, with the name of the token if there is one, and the address. */
export const recordRefusals = (
  app: FastifyInstance,
  { audit, service }: Pick<Context, 'audit' | 'service'>,
): void => {
  app.addHook('onError', async (request: FastifyRequest, _, error: unknown) => {
    if (!(error instanceof AskanceError) || !isRefusal(error)) return
    const { token, ip, routeOptions } = request
    const { stream } = (request.params ?? {}) as { readonly stream?: string }
    // Anybody can name any stream, so that only those that exist are recorded, for known callers.
    const isStream =
      token && stream !== undefined && (await service.store.readStream(stream).catch(() => undefined))
    const isSignIn = error.code.startsWith('sign-in/') || error.code === 'access/token'
    audit.refused(token?.name ?? ip, {
      action: isSignIn ? 'signInFailed' : 'refused',
      ...(isStream && { stream }),
      detail: [error.code, routeOptions.config.route?.operation, ...(token ? [ip] : [])].join(' '),
    })
  })
}
