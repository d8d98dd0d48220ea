import type { Setting } from './setting.js'

/** Sign-in with OpenID Connect; off without an issuer. */
export const signInSettings = {
  publicUrl: {
    type: 'text',
    default: '',
    hint: 'URL',
    group: 'Sign-in',
    summary:
      'the address of the service in browsers, such as https://askance.example.org; required for sign-in',
  },
  oidcIssuer: {
    type: 'text',
    default: '',
    hint: 'URL',
    group: 'Sign-in',
    summary:
      'the issuer of an OpenID Connect provider, by which people sign in; without it only tokens are accepted',
  },
  oidcClientId: {
    type: 'text',
    default: '',
    hint: 'ID',
    group: 'Sign-in',
    summary: 'the client id of the service at the provider; its redirect URI is publicUrl/auth/callback',
  },
  oidcClientSecret: {
    type: 'text',
    default: '',
    hint: 'SECRET',
    group: 'Sign-in',
    secret: true,
    summary: 'the client secret; none for a public client, which is protected by PKCE alone',
  },
  oidcClientSecretFile: {
    type: 'text',
    default: '',
    hint: 'FILE',
    group: 'Sign-in',
    summary: 'a file with the client secret, instead of oidcClientSecret',
  },
  oidcLabel: {
    type: 'text',
    default: 'single sign-on',
    hint: 'TEXT',
    group: 'Sign-in',
    summary: 'what follows “Sign in with” on the page',
  },
  oidcSignOut: {
    type: 'text',
    default: 'provider',
    choices: ['provider', 'local'],
    hint: 'WHERE',
    group: 'Sign-in',
    summary: 'where signing out ends the session: also at the provider, if it announces how, or only here',
  },
  oidcScopes: {
    type: 'list',
    default: ['openid', 'profile', 'email'],
    hint: 'SCOPE,...',
    group: 'Sign-in',
    summary: 'the scopes to request; openid is always added',
  },
  oidcNameClaim: {
    type: 'text',
    default: 'email',
    hint: 'CLAIM',
    group: 'Sign-in',
    summary:
      'the claim that names a person in the log and in grants; choose one that people cannot change. email must be verified',
  },
  oidcRoleClaim: {
    type: 'text',
    default: 'groups',
    hint: 'CLAIM',
    group: 'Sign-in',
    summary: 'the claim that determines the role; use dots for nested claims, such as realm_access.roles',
  },
  oidcRoles: {
    type: 'list',
    default: [],
    hint: 'VALUE=ROLE,...',
    group: 'Sign-in',
    summary:
      'the role for each value of the claim, such as ml-admins=owner,annotators=labeller; *=reader matches everybody. Sign-in is refused without a match',
  },
  sessionHours: {
    type: 'whole',
    default: 12,
    min: 1,
    max: 8760,
    hint: 'N',
    group: 'Sign-in',
    summary: 'hours after which a person must sign in again',
  },
} as const satisfies Readonly<Record<string, Setting>>
