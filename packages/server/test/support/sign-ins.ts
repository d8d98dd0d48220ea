import assert from 'node:assert/strict'
import { type Desk, openDesk } from './http-app.js'
import { type Issuer, startIssuer } from './issuer.js'

export const OWN = 'https://askance.example'

/** What a browser keeps: the values of cookies by name. */
export type Jar = Map<string, string>

/** The service with an identity provider, and what browsers do with both. */
export class SignIns {
  readonly issuer: Issuer
  readonly desk: Desk

  constructor(issuer: Issuer, desk: Desk) {
    this.issuer = issuer
    this.desk = desk
  }

  async visit(url: string, jar: Jar, headers: Record<string, string> = {}, method = 'GET') {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await this.desk.app.inject({
      method: method as 'GET',
      url,
      headers: { host: 'askance.example', ...(cookie && { cookie }), ...headers },
    })
    for (const { name, value, maxAge } of response.cookies as {
      name: string
      value: string
      maxAge?: number
    }[])
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, value)
    const text = response.body
    const isJson = String(response.headers['content-type']).includes('json')
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
    }
  }

  /** Begins to sign in; the query with which the person comes back. */
  async begin(jar: Jar, returnTo = '/desk/mails'): Promise<string> {
    const begun = await this.visit(`/auth/sign-in?returnTo=${encodeURIComponent(returnTo)}`, jar)
    assert.equal(begun.status, 302, begun.text)
    return this.issuer.authorize(String(begun.headers.location))
  }

  /** What an honest annotator has. */
  reset(): void {
    this.issuer.claims = { email: 'ada@example.org', email_verified: true, groups: ['annotators'] }
    this.issuer.userInfo = {}
    this.issuer.isDown = false
    this.issuer.isForged = false
  }

  async close(): Promise<void> {
    await this.desk.app.close()
    await this.issuer.close()
  }
}

export const openSignIns = async (): Promise<SignIns> => {
  const issuer = await startIssuer('askance')
  const desk = await openDesk({
    publicUrl: OWN,
    oidcIssuer: issuer.url,
    oidcClientId: 'askance',
    oidcClientSecret: 's3cret',
    oidcRoles: ['admins=owner', 'annotators=labeller'],
    sessionHours: 2,
    loginLimit: 1000,
  })
  desk.service.time = Date.now()
  const opened = new SignIns(issuer, desk)
  opened.reset()
  return opened
}
