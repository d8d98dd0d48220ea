import { code, generatedPage, table } from './markdown.mjs'

const server = (path) => import(`../../packages/server/dist/src/${path}`)

const introduction = `What the service protects, by which limits, and what remains for operators to do. [Operating the service](service-operation.md)
explains tokens, backups and proxies.`

const trust = `## Whom it trusts

| caller           | what they can do                                                                                                                           |
| ---------------- | ------------------------------------------------------------------------------------------------------------------------------------------ |
| without a token  | ask whether the service is alive and ready, read the OpenAPI document and the pages, which contain no data                                  |
| reader, labeller | what their role and the grants allow, in the stream of their token, within the limits below                                                              |
| owner            | everything in their stream or in all streams; limited in requests, memory and time for an operation, but not in computing, to send items in bulk |

- **Tokens** are 256 random bits. Only their hashes are stored. They expire after \`tokenDays\`, and can be rotated: the previous secret ends after
  a grace time. A revoked or expired token, or one of a deleted stream, also ends its
  server-sent events.
- **Sign-in** with OpenID Connect uses the authorization code flow with PKCE, state and nonce; issuer, audience, signature and times of the ID token are checked. Responses of the provider
  are limited to 1 MiB and 30 seconds, and at most 100 requests wait for it. A person without a mapped role is refused, and one who loses it keeps the session until \`sessionHours\` are over or an owner revokes it. The session is an opaque cookie (\`HttpOnly\`, \`SameSite=Lax\`, over HTTPS \`Secure\` and \`__Host-\`), stored as a hash, with an
  expiry, and can be revoked. Writes with the cookie must come from a page of the service, and sign-in returns to its own pages only.
- **Grants** say what a person or a role may do in a stream. They are checked in one place, before a request is read: \`read\`, \`answer\`,
  \`export\` or \`manage\`, as the route declares it. Whatever returns items, labels or the model in bulk needs \`export\`, which labellers have unless a
  grant says otherwise. A hidden stream looks like one that does not exist.
- **Classes are closed**: an answer with another label is rejected, unless an owner sends it or the stream has \`newClasses: "anyone"\`.
- **Votes and checks are blind**: while others can still answer a question, only owners and those who answered see an answer, in lists, histories,
  the log and events. A check shows what the model said before it learned the first answer.
- **Idempotency keys** belong to the person who sent them. Every route that changes a question takes one.
- **Without tokens** (\`--anonymous\`) the service accepts requests to localhost only, and only from its own pages or \`corsOrigins\`.
- **Files** of an SQLite store and backups are created with mode 0600. Webhook secrets are encrypted with AES-256-GCM
  if there is a key (\`secretKeys\`), and in plain text in the store and in backups otherwise.
- **The audit log** has the changes of owners, reads in bulk, sign-ins, failures and refusals. Repeated reads and failures are counted, so that nobody can
  fill the store.
- **Uploaded models and backups** are validated before they are used: classes, algorithm and finite weights of a model; tables,
  indexes and integrity of a backup. \`askance backup --verify\` also compares a digest of all rows and loads every stream. A model may take \`streamBytes\`
  of memory; its header, the 32nd part of that.
- **Webhooks** go to public addresses only, unless \`privateHooks\` is set: of IPv6, only global unicast addresses are public. All addresses of a name are checked,
  and the connection uses them. Names are resolved by the name servers directly. The system resolves those that the name servers do not know, and all with \`privateHooks\`: one at a time. Redirects are not followed. An attempt takes at most 10 seconds, 64 KiB of a response and 10 interim responses.
- **Exports** as CSV and TSV have an apostrophe before texts that a spreadsheet would compute, unless the items are those of a file that somebody uploaded, which come back as
  they were. Workbooks have texts only. All exports are attachments.
- **Files** that are small and expand to a lot are refused or read in bounded memory, by the command and in the browser: a record has at most 16 MiB (\`maxRecordBytes\`), a table a million columns, and a
  row group of a Parquet file expands to at most 128 MiB plus 512 times its bytes, counting 8 bytes for a value.`

const limitsIntroduction = `## Limits

Everything that a caller controls has a limit in bytes, in time or in number. The names are [settings](settings.md).`

const beyond = `An operation that nobody waits for any more, because the client has closed the connection, is not begun. One that computes for longer
than \`operationSeconds\` is stopped: between slices, or by ending its worker thread. A new thread loads its streams again from the log, so
nothing that was acknowledged is lost; other requests in that thread are repeated. Reports about pools and the choice of their questions have no
deadline and do not count in \`computeLimit\`, because the size of the file decides how long they take. With \`threads\` 0 there is no thread to end.

What an operation computes is known only when it ends, so at most 8 operations of a reader's or labeller's token run at the same time. Up to
56 more wait for them, and get 429 if the seconds of the token are used up when their turn comes; more get 429 at once. A body counts when it is
announced, before it is read. A debt is never larger than the allowance of a minute.

A body may arrive slowly and never end, so what has arrived counts until the response was sent: a token may have 8 times \`bodyLimit\` in memory, and all
callers together 32 times \`bodyLimit\` and one model. More gets 429. Of NDJSON only a line that is not complete counts. A body that is no NDJSON must be complete within 2 minutes.
JSON may be nested 64 levels, and have a million lists and objects and 100,000 names in an object; more is refused before it is parsed. Parsing and validating counts
in \`computeLimit\`.

Memory for weights is estimated before it is used: the number of classes (one vector for two) times features times 256 bytes must not exceed
\`streamBytes\`, when a stream is created, before a class is added (other changes are always possible), and before a row with a higher index is learned. \`auto\` keeps answers instead.`

const erasing = `## Erasing

Erasing an item removes its content from the store, the model and stored responses, and deletes the snapshots that were taken after it. A
snapshot that is being written meanwhile is refused by the database. The model is then what it would be without the item: if it has learned from the
item, it is rebuilt from the latest snapshot before the item and the log. \`auto\`, and texts with any algorithm, learn from every item; other
algorithms learn nothing from items that they do not ask about, and nothing is rebuilt. Several erasures are one rebuild.

The service has already deleted the content when it acknowledges an erasure. It does not load a stream for that, nor wait while one is loaded, except pools and multi-label streams. With at least two \`threads\`, the next request begins to rebuild the model in
another thread, after a pause of four times as long as the stream took to load, at most a minute, so that more erasures are batched. One stream is rebuilt at a time.
If more is erased while it is rebuilt, the rebuilt one is used, and another rebuild follows. If there is no memory for the copy (\`loadedBytes\`), the next request waits until the stream is loaded again. Until then, items are decided about,
questions leased and answers learned with the model that has seen the item. Whatever shows features of items or the model itself (explanations, top
features, predictions on request, exports, the model) waits for the rebuilt one. Pools, and a service with one thread, rebuild before the next request.

| what                                            | after an item was erased                          | after a labeller was erased                          |
| ----------------------------------------------- | ------------------------------------------------- | ---------------------------------------------------- |
| content, row and words of the item              | deleted                                           | stay                                                 |
| model and snapshots                             | as without the item                               | as without their answers                             |
| id, prediction and scores of the decision       | stay in the log                                   | stay                                                 |
| labels that were given                          | stay in the log, unlearned                        | stay in the log, unlearned, without the name         |
| name of the labeller                            | stays in the log                                  | replaced by a random one in the log and the model    |
| stored responses and sent webhook messages      | deleted                                           | deleted                                              |
| audit log                                       | has the id, unless it was erased by \`erasePerson\` | keeps earlier entries: see \`auditDays\`               |
| what was sent to webhooks, exported or followed | is out of reach                                   | is out of reach                                      |
| backups                                         | have the item                                     | have the name and the answers                        |

So do not use names as ids of items. After an erasure that the law requires, make a new backup and delete the older ones, or restore an older one only
together with the list of what was erased since (\`GET /v1/audit\`), and erase that again before the service is reachable.

With SQLite, deleted content is overwritten and the write-ahead log is emptied; while a backup reads the store, or if the disk is full, emptying is
tried again every two seconds. PostgreSQL keeps old row versions until \`VACUUM\` and in its own write-ahead log: run \`VACUUM FULL\` on the tables
\`log\`, \`items\`, \`receipts\` and \`snapshot_parts\` if the law requires it.`

const rest = `## What remains to do

- Put a TLS proxy in front of the service, and set \`trustProxy\` to the number of proxies or their addresses. \`/metrics\` is open to direct
  connections from localhost only.
- Give every person their own token, with an expiry. Revoke the first owner token.
- Set a memory limit for the process, as the files in [deploy](../deploy/README.md) do.
- Run one service per database. A second one does not start: an SQLite file is locked, and PostgreSQL has an advisory lock. A connection
  pooler must keep sessions (in PgBouncer, \`pool_mode = session\`).`

const limitRows = ({ settingsTable }) =>
  Object.entries(settingsTable)
    .filter(([, { exceeded }]) => exceeded)
    .map(([name, { summary, default: value, exceeded }]) => [
      summary,
      code(name),
      code(String(value)),
      exceeded,
    ])

const render = async () =>
  generatedPage('Security', [
    introduction,
    trust,
    limitsIntroduction,
    table(['limit', 'setting', 'default', 'beyond it'], limitRows(await server('settings/index.js'))),
    beyond,
    erasing,
    rest,
  ])

export const securityPage = { file: 'docs/security.md', render }
