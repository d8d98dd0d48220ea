import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  let text = ''
  for await (const chunk of request) text += chunk
  return new URLSearchParams(text)
}

/** An identity provider that says whatever a test has it say, also what an honest one would not. */
export interface Issuer {
  readonly url: string
  /** Claims that differ from those of an honest ID token; undefined leaves one out. */
  claims: Record<string, unknown>
  /** What the userinfo endpoint says. */
  userInfo: Record<string, unknown>
  /** Whether it announces where people sign out. */
  canSignOut: boolean
  /** Whether the token endpoint is down. */
  isDown: boolean
  /** What the token endpoint waits for before it answers. */
  waiting: Promise<void> | undefined
  /** Whether ID tokens are signed with a key that is not published. */
  isForged: boolean
  /** The path of which the response is too large. */
  large: string | undefined
  /** What was sent to the token endpoint. */
  readonly exchanged: URLSearchParams[]
  /** As if the person had signed in there: the query with which they come back. */
  authorize(location: string): string
  close(): Promise<void>
}

export const startIssuer = async (clientId: string): Promise<Issuer> => {
  const honest = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let other: KeyObject | undefined
  const codes = new Map<string, URLSearchParams>()
  const sign = (claims: object): string => {
    other ??= issuer.isForged ? generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey : undefined
    const text = `${encoded({ alg: 'RS256', kid: 'k', typ: 'JWT' })}.${encoded(claims)}`
    const key = issuer.isForged ? (other as KeyObject) : honest.privateKey
    return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`
  }
  const token = (body: URLSearchParams): readonly [number, object] => {
    issuer.exchanged.push(body)
    const asked = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (!asked || asked.get('code_challenge') !== challenge) return [400, { error: 'invalid_grant' }]
    const now = Math.floor(Date.now() / 1000)
    const standard = {
      iss: issuer.url,
      aud: clientId,
      sub: 'ada',
      nonce: asked.get('nonce'),
      iat: now,
      exp: now + 60,
    }
    return [
      200,
      { access_token: 'a', token_type: 'Bearer', id_token: sign({ ...standard, ...issuer.claims }) },
    ]
  }
  const answer = async (request: IncomingMessage): Promise<readonly [number, object]> => {
    switch (request.url?.split('?')[0]) {
      case '/.well-known/openid-configuration':
        return [
          200,
          {
            issuer: issuer.url,
            authorization_endpoint: `${issuer.url}/authorize`,
            token_endpoint: `${issuer.url}/token`,
            userinfo_endpoint: `${issuer.url}/userinfo`,
            ...(issuer.canSignOut && { end_session_endpoint: `${issuer.url}/session/end` }),
            jwks_uri: `${issuer.url}/jwks`,
            response_types_supported: ['code'],
            id_token_signing_alg_values_supported: ['RS256'],
          },
        ]
      case '/jwks':
        return [
          200,
          { keys: [{ ...honest.publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' }] },
        ]
      case '/token':
        await issuer.waiting
        return issuer.isDown ? [500, {}] : token(await bodyOf(request))
      case '/userinfo':
        return [200, { sub: 'ada', ...issuer.userInfo }]
      default:
        return [404, {}]
    }
  }
  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request)
    const isLarge = issuer.large !== undefined && request.url?.endsWith(issuer.large)
    const text = JSON.stringify(isLarge ? { ...body, filler: 'a'.repeat(2 ** 20) } : body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer: Issuer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    userInfo: {},
    canSignOut: true,
    isDown: false,
    waiting: undefined,
    isForged: false,
    large: undefined,
    exchanged: [],
    authorize(location) {
      const asked = new URL(location).searchParams
      const code = randomUUID()
      codes.set(code, asked)
      return `?code=${code}&state=${asked.get('state')}`
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return issuer
}
