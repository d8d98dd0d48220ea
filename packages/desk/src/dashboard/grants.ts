import type { Schemas } from '@askance/server/client'
import { say } from '../words/say.js'

export type Grant = Schemas['Grant']
export type Action = Grant['actions'][number]

export const ACTIONS = ['read', 'answer', 'export', 'manage'] as const satisfies readonly Action[]

/**
 * The actions after one of them was switched on or off: every other includes reading, and managing includes all.
 *
 * @example
 * toggledActions([], 'answer') // => ['read', 'answer']
 * toggledActions(['read', 'answer'], 'read') // => []
 * toggledActions(['read', 'answer', 'export', 'manage'], 'export') // => ['read', 'answer']
 * toggledActions(['read'], 'manage') // => ['read', 'answer', 'export', 'manage']
 */
export const toggledActions = (actions: readonly Action[], action: Action): Action[] => {
  if (!actions.includes(action))
    return ACTIONS.filter(
      (one) => one === 'read' || one === action || action === 'manage' || actions.includes(one),
    )
  if (action === 'read') return []
  return actions.filter((one) => one !== action && one !== 'manage')
}

/**
 * Whom a grant is about. A name is that of a token or of a person who signs in.
 *
 * @example
 * subjectText('name:Ada') // => 'Ada'
 * subjectText('role:labeller') // => 'All labellers'
 */
export const subjectText = (subject: string): string => {
  const name = subject.slice(subject.indexOf(':') + 1)
  if (!subject.startsWith('role:')) return name
  return say(name === 'labeller' ? 'dashboard.permissions.labellers' : 'dashboard.permissions.readers')
}

/** Roles first, then people by name. */
export const sortedGrants = (grants: readonly Grant[]): readonly Grant[] =>
  grants.toSorted((one, other) => {
    const isRole = Number(other.subject.startsWith('role:')) - Number(one.subject.startsWith('role:'))
    return isRole || subjectText(one.subject).localeCompare(subjectText(other.subject))
  })
