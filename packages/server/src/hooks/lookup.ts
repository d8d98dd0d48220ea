import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { Slots } from '../http/slots.js'

/** The addresses of a name. */
export type Names = (hostname: string) => Promise<readonly LookupAddress[]>

/**
 * A process looks up at most two names at a time, and a name server that does not answer keeps such a place for many seconds: webhooks leave
 * one to the identity provider, to PostgreSQL and to others.
 */
const MAX_LOOKUPS = 1
const MAX_WAITING = 50
const TIMEOUT = { timeout: 2000, tries: 2 }

/** As the system resolves names, with its file of hosts: one name at a time. */
export const namesOfSystem = (find: Names = (hostname) => lookup(hostname, { all: true })): Names => {
  const slots = new Slots(MAX_LOOKUPS, MAX_WAITING)
  const underWay = new Map<string, ReturnType<Names>>()
  const found = async (hostname: string) => {
    const release = await slots.take('')
    try {
      return await find(hostname)
    } finally {
      release()
      underWay.delete(hostname)
    }
  }
  return (hostname) => {
    const finding = underWay.get(hostname) ?? found(hostname)
    underWay.set(hostname, finding)
    finding.catch(() => underWay.delete(hostname))
    return finding
  }
}

/** As name servers resolve public names, which needs no such place. What they do not know, the system may. */
export const namesOfServers =
  (system: Names, servers: Pick<Resolver, 'resolve4' | 'resolve6'> = new Resolver(TIMEOUT)): Names =>
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

const system = namesOfSystem()

/** How the names of webhooks are resolved: private ones may be in the file of hosts. */
export const namesFor = ({ privateHooks }: { readonly privateHooks: boolean }): Names =>
  privateHooks ? system : namesOfServers(system)
