// Several nodes over one PostgreSQL, each in a process of its own, behind a plain TCP load balancer on loopback.
import { connect, createServer } from 'node:net'
import pg from 'pg'
import { createDatabase, startPostgres } from '../../packages/server/dist/test/support/postgres.js'
import { ServiceProcess } from './service.mjs'

const CHECK_EVERY = 500
const CHECK_LIMIT = 1000

/** Notes which node wrote each page, as the database sees it, and who owned the stream in the same transaction. */
const WRITERS = `
  CREATE TABLE public.writers (stream text, seq bigint, writer text, owner text, epoch bigint);
  CREATE FUNCTION public.note_writer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO public.writers SELECT NEW.stream, NEW.seq, current_setting('application_name'), owner, epoch
      FROM askance.streams WHERE id = NEW.stream;
    RETURN NEW;
  END $$;
  CREATE TRIGGER note_writer AFTER INSERT ON askance.log FOR EACH ROW EXECUTE FUNCTION public.note_writer()`

export class Cluster {
  nodes = new Map()
  #ready = new Set()
  #postgres
  #database
  #client
  #server
  #checking
  url

  async start(names, flags) {
    this.#postgres = await startPostgres()
    this.#database = await createDatabase(this.#postgres.url)
    for (const name of names) {
      const store = `${this.#database}?application_name=${name}`
      this.nodes.set(name, new ServiceProcess(store, ['--node', name, ...flags]))
      // The first one makes the tables.
      await this.startNode(name)
    }
    await this.#connect()
    await this.#client.query(WRITERS)
    await this.#listen()
    this.#checking = setInterval(() => {
      for (const name of this.nodes.keys()) void this.#check(name)
    }, CHECK_EVERY)
  }

  async #connect() {
    this.#client = new pg.Client({ connectionString: this.#database })
    this.#client.on('error', () => undefined)
    await this.#client.connect()
  }

  /** As if the database had crashed. */
  async restartDatabase() {
    await this.#client.end()
    await this.#postgres.restart('immediate')
    await this.#connect()
  }

  async query(sql) {
    return (await this.#client.query(sql)).rows
  }

  /** The streams of a node. */
  async ownedBy(name) {
    const rows = await this.query(`SELECT id FROM askance.streams WHERE owner = '${name}'`)
    return rows.map(({ id }) => id)
  }

  async startNode(name) {
    await this.nodes.get(name).start()
    this.#ready.add(name)
  }

  async kill(name) {
    await this.nodes.get(name).kill()
  }

  /** What a load balancer does: a node that is not ready gets no new connections. */
  async #check(name) {
    const { url } = this.nodes.get(name)
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(CHECK_LIMIT) }).catch(
      () => undefined,
    )
    await response?.arrayBuffer().catch(() => undefined)
    if (response?.ok) this.#ready.add(name)
    else this.#ready.delete(name)
  }

  async #listen() {
    let turn = 0
    this.#server = createServer((client) => {
      const names = [...this.#ready]
      const order = names.map((_, k) => names[(turn + k) % names.length])
      turn++
      client.on('error', () => undefined)
      this.#pass(client, order)
    })
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${this.#server.address().port}`
  }

  /** Tries the nodes in turn until one accepts the connection. */
  #pass(client, [name, ...others]) {
    if (name === undefined) return client.destroy()
    const node = connect(Number(new URL(this.nodes.get(name).url).port), '127.0.0.1')
    let isOpen = false
    node.once('connect', () => {
      isOpen = true
      client.pipe(node)
      node.pipe(client)
      client.once('close', () => node.destroy())
    })
    node.on('error', () => (isOpen ? client.destroy() : this.#pass(client, others)))
    node.once('close', () => isOpen && client.destroy())
  }

  async stop() {
    clearInterval(this.#checking)
    this.#server.close()
    for (const node of this.nodes.values()) await node.stop()
    await this.#client.end()
    await this.#postgres.stop()
  }
}
