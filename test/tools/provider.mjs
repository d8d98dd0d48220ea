// A real OpenID Connect provider for the tests, on this machine.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createServer as createListener } from 'node:net'
import { Provider } from 'oidc-provider'

/** A port that was free a moment ago: the provider must know the address of the service before it starts. */
export const freePort = async () => {
  const listener = createListener().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address()
  listener.close()
  await once(listener, 'close')
  return port
}

/** Starts a provider where everybody can sign in with any password; `groupsOf` says in which groups somebody is. */
export const startProvider = async (t, redirectUri, groupsOf) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const provider = new Provider(url, {
    clients: [
      {
        client_id: 'askance',
        client_secret: 'a secret',
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [new URL('/', redirectUri).href],
      },
    ],
    cookies: { keys: ['only for tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
    scopes: ['openid', 'email', 'groups'],
    pkce: { required: () => true },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.org`, email_verified: true, groups: groupsOf(id) }),
    }),
  })
  const server = createServer(provider.callback()).listen(port, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return url
}
