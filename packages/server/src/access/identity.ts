import type { Role } from '../store/records.js'

/** Who asks, and what they may do. */
export interface Identity {
  readonly name: string
  readonly role: Role
  /** The only stream they may touch; all of them if not given. */
  readonly stream?: string
}

const ranks: Readonly<Record<Role, number>> = { reader: 0, labeller: 1, owner: 2 }

/** Whether somebody of this role may do what needs that one. */
export const reaches = (role: Role, needed: Role): boolean => ranks[role] >= ranks[needed]

/** How a refusal names what somebody is. */
export const roleInWords = ({ role, stream }: Identity): string =>
  stream === undefined ? role : `${role} of stream ${stream}`
