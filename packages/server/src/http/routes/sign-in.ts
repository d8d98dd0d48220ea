import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { nameFrom, roleFrom } from '../../access/claims.js'
import { isSame } from '../../access/is-same.js'
import { CALLBACK, type PendingSignIn, type SignedIn } from '../../access/oidc.js'
import { deleteToken, makeToken } from '../../access/tokens.js'
import { serverError } from '../../errors.js'
import { strictObject } from '../../schema/common.js'
import { readCookie, SIGN_OUT, setCookie } from '../cookies.js'
import { type Context, jsonResponse, type Route, route } from '../route.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long a person may take at the provider. */
const MAX_PENDING = 10 * MINUTE

/** Browsers drop cookies above 4 KB. */
const MAX_COOKIE = 3800

const SignInView = strictObject(
  {
    oidc: Type.Optional(
      strictObject({
        label: Type.String({ description: 'The name of the provider, as the page shows it' }),
        url: Type.String({ description: 'Where a browser begins to sign in' }),
      }),
    ),
  },
  'SignIn',
)

const SignedOutView = strictObject(
  {
    url: Type.Optional(
      Type.String({ description: 'Where the browser must go to sign out at the identity provider too' }),
    ),
  },
  'SignedOut',
)

const BEGIN = '/auth/sign-in'

const providerOf = ({ signIn }: Context) => {
  if (!signIn) throw serverError('sign-in/off')
  return signIn
}

/** Stands for the address of the service. */
const HERE = 'http://here.invalid'

/**
 * A path of this service to which a person returns after signing in; the start page for anything else, because a link with
 * another address would lead people to a page that looks like this one.
 *
 * @example
 * localPath('/desk/mails?x=1') // => '/desk/mails?x=1'
 * localPath('//evil.example/desk') // => '/'
 * localPath('https://evil.example') // => '/'
 */
export const localPath = (path = '/'): string => {
  // Browsers drop tabs and newlines, and read a backslash as a slash.
  if (!/^\/(?![/\\])[\x21-\x7e]*$/.test(path) || path.includes('\\')) return '/'
  const url = new URL(path, HERE)
  // Dot segments can leave a path that begins with two slashes.
  if (url.origin !== HERE || url.pathname.startsWith('//')) return '/'
  return `${url.pathname}${url.search}${url.hash}`
}

const encode = (pending: readonly PendingSignIn[]): string =>
  Buffer.from(JSON.stringify(pending)).toString('base64url')

const isPending = (found: unknown, now: number): found is PendingSignIn => {
  const { state, nonce, verifier, returnTo, time } = (found ?? {}) as PendingSignIn
  const isText = [state, nonce, verifier, returnTo].every(
    (value) => typeof value === 'string' && value !== '',
  )
  return isText && time <= now && now - time < MAX_PENDING
}

/** The sign-ins that this browser has begun, in one tab or several, the latest last; none that are old or of another shape. */
const pendingIn = (request: FastifyRequest, { settings, service }: Context): readonly PendingSignIn[] => {
  try {
    const cookie = readCookie(request, 'sign-in', settings) ?? ''
    const found: unknown = JSON.parse(Buffer.from(cookie, 'base64url').toString())
    return Array.isArray(found) ? found.filter((one) => isPending(one, service.now())) : []
  } catch {
    return []
  }
}

/** Has the browser keep these, or the latest that fit into a cookie. */
const keepPending = (reply: FastifyReply, all: readonly PendingSignIn[], { settings }: Context): void => {
  let kept = all
  while (encode(kept).length > MAX_COOKIE) kept = kept.slice(1)
  if (kept.length === 0) setCookie(reply, 'sign-in', '', 0, settings)
  else setCookie(reply, 'sign-in', encode(kept), MAX_PENDING / 1000, settings)
}

/** The sign-in that this browser comes back from, which can be finished once. The others go on. */
const takePending = (context: Context, request: FastifyRequest, reply: FastifyReply): PendingSignIn => {
  const all = pendingIn(request, context)
  const { state } = request.query as { readonly state?: unknown }
  const pending = all.find((one) => typeof state === 'string' && isSame(state, one.state))
  if (!pending) throw serverError('sign-in/state')
  keepPending(
    reply,
    all.filter((one) => one !== pending),
    context,
  )
  return pending
}

/** Creates a session and its cookie. The session that the browser had before ends. */
const openSession = async (
  { context, request, reply }: { context: Context; request: FastifyRequest; reply: FastifyReply },
  { claims, idToken }: SignedIn,
): Promise<void> => {
  const { service, settings, tokens } = context
  const name = nameFrom(claims, settings)
  const role = roleFrom(claims, settings)
  if (!role) throw serverError('sign-in/role', { name, claim: settings.oidcRoleClaim })
  const now = service.now()
  const old = await tokens.find(readCookie(request, 'session', settings) ?? '', 'session')
  if (old) {
    await service.store.deleteToken(old.id)
    tokens.forget(old.id)
  }
  const expires = now + settings.sessionHours * HOUR
  const { token, record } = makeToken({ name, role, expires }, now, 'session')
  await service.store.createToken(record)
  await service.store.note({ time: now, who: name, action: 'signIn', detail: `${role} ${claims.sub}` })
  const seconds = settings.sessionHours * 3600
  setCookie(reply, 'session', token, seconds, settings)
  // One that is too long is not kept, and neither is that of the session before. Without it, the provider may ask whether to sign out.
  const isKept = idToken.length <= MAX_COOKIE
  setCookie(reply, 'id-token', isKept ? idToken : '', isKept ? seconds : 0, settings)
}

/** Sign-in with OpenID Connect, for people with a browser. */
export const signInRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/sign-in',
    operation: 'readSignIn',
    summary: 'Read how people can sign in, besides with a token',
    tag: 'Service',
    access: 'public',
    response: jsonResponse(SignInView, 'The ways to sign in'),
    handle: async ({ context: { signIn, settings } }) =>
      signIn ? { oidc: { label: settings.oidcLabel, url: BEGIN } } : {},
  }),
  route({
    method: 'GET',
    path: BEGIN,
    operation: 'beginSignIn',
    summary: 'Send a browser to the identity provider',
    tag: 'Service',
    access: 'public',
    query: strictObject({
      returnTo: Type.Optional(
        Type.String({
          maxLength: 1000,
          description: 'A path of this service to return to; other addresses are ignored',
        }),
      ),
    }),
    response: { status: 302, summary: 'A redirect', headers: { Location: 'The identity provider' } },
    errors: ['sign-in/off', 'sign-in/provider'],
    handle: async ({ query: { returnTo }, context, request, reply }) => {
      const { service } = context
      const { url, pending } = await providerOf(context).begin(localPath(returnTo), service.now())
      keepPending(reply, [...pendingIn(request, context), pending], context)
      reply.header('location', url.href)
    },
  }),
  route({
    method: 'GET',
    path: CALLBACK,
    operation: 'finishSignIn',
    summary: 'Receive a browser from the identity provider, and open a session',
    description: 'Errors are shown as a page to browsers.',
    tag: 'Service',
    access: 'public',
    query: Type.Object({}, { additionalProperties: true }),
    response: {
      status: 302,
      summary: 'A redirect, with the cookie of the session',
      headers: { Location: 'Where the person was' },
    },
    errors: [
      'sign-in/off',
      'sign-in/state',
      'sign-in/refused',
      'sign-in/name',
      'sign-in/role',
      'sign-in/provider',
    ],
    handle: async ({ context, request, reply }) => {
      const provider = providerOf(context)
      const pending = takePending(context, request, reply)
      const query = request.url.slice(request.url.indexOf('?'))
      await openSession({ context, request, reply }, await provider.finish(query, pending))
      reply.header('location', localPath(pending.returnTo))
    },
  }),
  route({
    method: 'POST',
    path: SIGN_OUT,
    operation: 'signOut',
    summary: 'End the session of the browser',
    tag: 'Service',
    access: 'reader',
    description:
      'If the provider announces an address for it, the response says where the browser signs out there too, and returns here.',
    response: jsonResponse(SignedOutView, 'The session has ended; a token is not affected'),
    handle: async ({ context, identity, request, reply }) => {
      const { service, settings, tokens } = context
      const { token } = request
      if (token?.kind !== 'session') return {}
      await deleteToken(service.store, token.id, identity.name, service.now(), 'signOut')
      tokens.forget(token.id)
      const url = await context.signIn?.signOutUrl(readCookie(request, 'id-token', settings))
      for (const name of ['session', 'id-token'] as const) setCookie(reply, name, '', 0, settings)
      return { ...(url !== undefined && { url }) }
    },
  }),
]
