import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { Slots } from '../http/slots.js'

/** Resolves a name to its addresses. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

/**
 * By default, node looks up at most two names at a time in the system, and a name server that does not answer keeps such a place for many
 * seconds: webhooks leave one to the identity provider, to PostgreSQL and to others.
 */
const MAX_LOOKUPS = 1
/** Those behind so many would wait for longer than an attempt may take; it is repeated later. */
const MAX_WAITING = 50
/** Together less than an attempt may take, so that one name server that does not answer can be passed over. */
const TIMEOUT = { timeout: 2000, tries: 2 }

/** The lookup of the system, with its file of hosts: one name at a time. */
export const systemLookup = (find: Lookup = (hostname) => lookup(hostname, { all: true })): Lookup => {
  const slots = new Slots(MAX_LOOKUPS, MAX_WAITING)
  const underWay = new Map<string, ReturnType<Lookup>>()
  const begin = async (hostname: string) => {
    try {
      const release = await slots.take('')
      return await find(hostname).finally(release)
    } finally {
      underWay.delete(hostname)
    }
  }
  return (hostname) => {
    const found = underWay.get(hostname) ?? begin(hostname)
    underWay.set(hostname, found)
    return found
  }
}

/** The lookup by name servers, which needs no such place. What they do not know, the system may. */
export const serverLookup =
  (system: Lookup, servers: Pick<Resolver, 'resolve4' | 'resolve6'> = new Resolver(TIMEOUT)): Lookup =>
  async (hostname) => {
    const found = await Promise.allSettled([servers.resolve4(hostname), servers.resolve6(hostname)])
    const addresses = found.flatMap((one, k) =>
      one.status === 'fulfilled' ? one.value.map((address) => ({ address, family: k === 0 ? 4 : 6 })) : [],
    )
    if (addresses.length > 0) return addresses
    for (const one of found)
      if (one.status === 'rejected' && one.reason?.code === 'ETIMEOUT') throw one.reason
    return system(hostname)
  }

const system = systemLookup()

/** The lookup for webhooks: private names may be in the file of hosts. */
export const lookupFor = ({ privateHooks }: { readonly privateHooks: boolean }): Lookup =>
  privateHooks ? system : serverLookup(system)
