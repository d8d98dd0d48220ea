import type { NodeIdentity, NodeStore } from '../../src/store/methods/nodes.js'

interface Member {
  session: string
  address: string
  isAlive: boolean
}

/** The nodes and owners of a database, in memory. A node is dead when the test says so. */
export class FakeNodeStore implements NodeStore {
  readonly members = new Map<string, Member>()
  readonly streams = new Map<string, { epoch: number; owner: string | undefined }>()
  access = ''
  /** Called before a heartbeat. */
  onBeat: (node: NodeIdentity) => Promise<void> | void = () => undefined
  /** Called when the result of a heartbeat is on its way. */
  afterBeat: (node: NodeIdentity) => Promise<void> | void = () => undefined

  async register({ name, session }: NodeIdentity, address: string): Promise<boolean> {
    const found = this.members.get(name)
    if (found?.isAlive && found.session !== session) return false
    this.members.set(name, { session, address, isAlive: true })
    return true
  }

  async beat(node: NodeIdentity) {
    await this.onBeat(node)
    const found = this.members.get(node.name)
    if (found?.session !== node.session) return undefined
    const wasDead = !found.isAlive
    found.isAlive = true
    const nodes = [...this.members].map(([name, { address, isAlive }]) => ({ name, address, isAlive }))
    await this.afterBeat(node)
    return { wasDead, nodes, access: this.access }
  }

  async unregister({ name }: NodeIdentity): Promise<void> {
    this.members.delete(name)
  }

  async readOwner(stream: string) {
    const found = this.streams.get(stream)
    if (!found) return undefined
    const { epoch, owner } = found
    const { address = '', isAlive = false } = this.members.get(owner ?? '') ?? {}
    return owner === undefined ? { epoch } : { epoch, owner: { name: owner, address, isAlive } }
  }

  async claim({ name }: NodeIdentity, stream: string, epoch: number): Promise<number | undefined> {
    const found = this.streams.get(stream)
    if (found?.epoch !== epoch) return undefined
    this.streams.set(stream, { epoch: epoch + 1, owner: name })
    return epoch + 1
  }

  async giveAway(_: NodeIdentity, stream: string, epoch: number, owner: string | undefined): Promise<void> {
    this.streams.set(stream, { epoch, owner })
  }

  async owned({ name }: NodeIdentity) {
    const own = [...this.streams].filter(([, { owner }]) => owner === name)
    return new Map(own.map(([id, { epoch }]) => [id, epoch]))
  }

  async shares() {
    const shares = new Map<string, number>()
    for (const { owner } of this.streams.values()) if (owner) shares.set(owner, (shares.get(owner) ?? 0) + 1)
    return shares
  }

  async secret(proposed: string): Promise<string> {
    return proposed
  }
}
