import type { Declaration, Value } from '@askance/core/internals'

/** The declaration of a setting, which is also a flag of `askance serve`. */
export interface Setting extends Declaration {
  readonly default: Value
  /** The heading in help and docs. */
  readonly group:
    | 'Listening'
    | 'Store'
    | 'Several nodes'
    | 'Wide streams'
    | 'Access'
    | 'Sign-in'
    | 'Limits'
    | 'Learning'
    | 'Operation'
  /** What happens beyond a limit: the status of the response, or what the service does. */
  readonly exceeded?: string
  /** Whether the value is a secret, or a URL with a password, which must not be shown or logged. */
  readonly secret?: true | 'url'
}
