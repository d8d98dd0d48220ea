import { readFileSync } from 'node:fs'
import type * as openid from 'openid-client'
import { serverError } from '../errors.js'
import type { Settings } from '../settings/table.js'
import { errorText } from '../store/failures.js'
import { boundedFetch } from './bounded-fetch.js'
import { type Claims, claimValue, isPrintable } from './claims.js'

type Library = typeof openid

/** What a browser keeps between the beginning and the end of a sign-in, in a cookie that scripts cannot read. */
export interface PendingSignIn {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly returnTo: string
  /** When it was begun. */
  readonly time: number
}

/** Who has signed in, and the ID token, with which they can sign out at the provider. */
export interface SignedIn {
  readonly claims: Claims & { readonly sub: string }
  readonly idToken: string
}

export const CALLBACK = '/auth/callback'

/** How many requests may wait for the provider, which may be slow: each keeps a connection, and strangers can make them. */
const MAX_WAITING = 100
const RETRY_SECONDS = 5

/** By the standard. The subject is written to the audit log. */
const MAX_SUBJECT = 255

/** Reads the client secret; throws `setting/file` if its file cannot be read. */
const clientSecret = ({ oidcClientSecret, oidcClientSecretFile: path }: Settings): string => {
  if (path === '') return oidcClientSecret
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw serverError('setting/file', { path, reason: errorText(error) })
  }
}

/** The authorization code flow with PKCE. The library is loaded, and the provider asked for its addresses, at the first sign-in. */
export class OidcProvider {
  readonly #settings: Settings
  readonly #secret: string
  #waiting = 0
  #ready: Promise<{ readonly library: Library; readonly config: openid.Configuration }> | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    this.#secret = clientSecret(settings)
  }

  get #redirectUri(): string {
    return new URL(CALLBACK, this.#settings.publicUrl).href
  }

  /** Waits for the provider, unless too many do already. */
  async #admitted<Value>(work: () => Promise<Value>): Promise<Value> {
    if (this.#waiting >= MAX_WAITING) throw serverError('request/too-many', { seconds: RETRY_SECONDS })
    this.#waiting++
    try {
      return await work()
    } finally {
      this.#waiting--
    }
  }

  /** The address of the provider where the person signs in, and what must be known when they come back. */
  async begin(
    returnTo: string,
    time: number,
  ): Promise<{ readonly url: URL; readonly pending: PendingSignIn }> {
    const { library, config } = await this.#admitted(() => this.#configured())
    const pending = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      verifier: library.randomPKCECodeVerifier(),
      returnTo,
      time,
    }
    const url = library.buildAuthorizationUrl(config, {
      redirect_uri: this.#redirectUri,
      scope: [...new Set(['openid', ...this.#settings.oidcScopes])].join(' '),
      code_challenge: await library.calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
      state: pending.state,
      nonce: pending.nonce,
    })
    return { url, pending }
  }

  /**
   * Exchanges the code for an ID token, whose issuer, audience, signature, nonce and times are checked, and returns its claims,
   * with those of the userinfo endpoint if the role or the name is not among them.
   */
  finish(query: string, pending: PendingSignIn): Promise<SignedIn> {
    return this.#admitted(() => this.#exchanged(query, pending))
  }

  async #exchanged(query: string, pending: PendingSignIn): Promise<SignedIn> {
    const { library, config } = await this.#configured()
    try {
      const tokens = await library.authorizationCodeGrant(config, new URL(`${this.#redirectUri}${query}`), {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()
      if (!claims) throw new Error('it sent no ID token')
      if (!isPrintable(claims.sub, MAX_SUBJECT))
        throw new Error('the subject is not a line of 1 to 255 characters')
      const { oidcNameClaim, oidcRoleClaim } = this.#settings
      const isComplete = [oidcNameClaim, oidcRoleClaim].every(
        (name) => claimValue(claims, name) !== undefined,
      )
      const idToken = tokens.id_token ?? ''
      if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return { claims, idToken }
      const more = await library.fetchUserInfo(config, tokens.access_token, claims.sub)
      return { claims: { ...more, ...claims }, idToken }
    } catch (error) {
      throw serverError('sign-in/refused', { reason: reasonOf(error) })
    }
  }

  /**
   * Where the browser ends the session at the provider (OpenID Connect RP-Initiated Logout 1.0); undefined if it does not announce such an
   * address or cannot be reached. Without an ID token the provider may ask the person.
   */
  async signOutUrl(idToken: string | undefined): Promise<string | undefined> {
    if (this.#settings.oidcSignOut === 'local') return undefined
    const ready = await this.#configured().catch(() => undefined)
    if (ready?.config.serverMetadata().end_session_endpoint === undefined) return undefined
    return ready.library.buildEndSessionUrl(ready.config, {
      post_logout_redirect_uri: new URL('/', this.#settings.publicUrl).href,
      ...(idToken !== undefined && { id_token_hint: idToken }),
    }).href
  }

  #configured() {
    this.#ready ??= this.#discover().catch((error: unknown) => {
      // It may be reachable later.
      this.#ready = undefined
      throw serverError('sign-in/provider', { reason: reasonOf(error) })
    })
    return this.#ready
  }

  async #discover() {
    const library = await import('openid-client')
    const { oidcIssuer, oidcClientId } = this.#settings
    const issuer = new URL(oidcIssuer)
    const steps = [
      library.enableNonRepudiationChecks,
      // The settings allow plain HTTP on this machine only.
      ...(issuer.protocol === 'http:' ? [library.allowInsecureRequests] : []),
    ]
    const found = await library.discovery(issuer, oidcClientId, undefined, library.None(), {
      execute: steps,
      [library.customFetch]: boundedFetch as openid.CustomFetch,
    })
    const server = found.serverMetadata()
    const config = new library.Configuration(
      server,
      oidcClientId,
      undefined,
      this.#authentication(library, server),
    )
    for (const step of steps) step(config)
    config[library.customFetch] = boundedFetch as openid.CustomFetch
    return { library, config }
  }

  /** The default of the standard is Basic, but some providers only know the other. */
  #authentication(
    library: Library,
    { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] }: openid.ServerMetadata,
  ): openid.ClientAuth {
    if (this.#secret === '') return library.None()
    return methods.includes('client_secret_basic')
      ? library.ClientSecretBasic(this.#secret)
      : library.ClientSecretPost(this.#secret)
  }
}

/** The reason of the provider or of the library, with what caused it first, in one line without control characters. */
const reasonOf = (error: unknown): string => {
  const { error: code, cause } = error as { readonly error?: unknown; readonly cause?: unknown }
  let inner = ''
  for (let found = cause; found instanceof Error; found = found.cause) inner = ` (${errorText(found)})`
  return (typeof code === 'string' ? code : `${errorText(error)}${inner}`)
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 200)
}
