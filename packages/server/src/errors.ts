import { type ErrorTable, errorFactory } from '@askance/core/internals'

/** Every error of this package. `http/problems.ts` has the HTTP status of each. */
export const serverErrorTable = {
  'stream/unknown': 'stream {stream} does not exist',
  'stream/exists': 'stream {stream} already exists; choose another id',
  'stream/changed':
    'stream {stream} was changed by another request: its version is {found}, not {expected}; read it again and retry',
  'stream/busy': 'stream {stream} has {waiting} pending requests; retry in a moment',
  'stream/unowned': 'stream {stream} is moving to another node; retry in a moment',
  'stream/unloaded': 'stream {stream} was unloaded during the request; retry',
  'stream/begun': 'stream {stream} already has items; {what} must come before the first item',
  'stream/classes': 'the classes {classes} are in use and cannot be removed',
  'stream/fixed-classes':
    'stream {stream} is multi-label and already has items; its classes cannot be changed',
  'stream/too-large':
    'stream {stream}: {classes} weight vectors × {indices} features need about {needed} bytes of memory, more than streamBytes ({most}); use fewer classes, a vectorizer with fewer bits, or the algorithm auto',
  'stream/too-many-classes': 'stream {stream} may have at most {most} classes',
  'stream/full':
    'stream {stream} has {count} {what}, and may have at most {most} ({setting}); delete some, or raise the setting',
  'label/closed':
    'stream {stream} has no class {label} ({hint}); an owner can add classes, or set newClasses to anyone',
  'stream/multi-label': 'stream {stream} is multi-label; send labels, an array, instead of label',
  'stream/single-label': 'stream {stream} has one label for an item; send label instead of labels',
  'stream/report': '{what} is not available for multi-label streams; use {instead}',
  'model/classes':
    'the model has the classes {found}; this stream has {expected}. Create a stream with the classes of the model',
  'model/algorithm':
    'the model was learned by {found}; this stream uses {expected}. Create a stream with the algorithm of the model',
  'item/unknown': 'stream {stream} has no item {id}',
  'item/erased': 'the content of item {id} was erased, so it cannot be labelled any more',
  'item/shape': 'item {number}: {reason}',
  'item/repeated': 'item {number}: the id {id} is already in use; ids must be unique within a stream',
  'question/closed': 'the question about {id} is closed (state: {state})',
  'question/leased': 'the question about {id} is leased to another labeller',
  'question/unleased': 'the question about {id} is not leased to {by}; lease it again',
  'question/own': '{by} has already answered the question about {id}',
  'answer/other': 'the label of {id} was given by {by}; only an owner can change it',
  'undo/nothing': '{by} has no answer to undo',
  'cluster/nats':
    'NATS {found} cannot be used: before {least} a cluster could take two messages for one place; install {least} or newer',
  'cluster/off':
    'stream {stream} is wide, and this service has no cluster; start it with --cluster nats://… (docs/wide-streams.md)',
  'cluster/away': 'the cluster cannot be reached: {reason}; retry in a moment',
  'cluster/closed': 'cannot connect to NATS at {servers}: {reason}',
  'cluster/refused':
    'NATS at {servers} refuses the connection: {reason}; check the user and password, or the token, in --cluster',
  'stream/wide':
    'stream {stream} is wide ({partitions} partitions), which does not support {what}; see docs/wide-streams.md',
  'wire/size':
    'a message for {place} has {found} bytes, and NATS takes {most}; raise max_payload in its configuration',
  'wire/conflict': 'another node has written to {place}: its last message is {found}, not {follows}',
  'wire/message': 'a message is not a valid {kind}: {reason}',
  'request/key-reused': 'the idempotency key {key} was used for a different request; use a new key',
  'request/invalid': '{reason}',
  'request/too-large': 'the request body exceeds {most} bytes',
  'request/media-type': 'unsupported content type {found}; expected {expected}',
  'request/too-many': 'too many requests; retry in {seconds} s',
  'request/cancelled': 'the client closed the connection before the request was begun',
  'operation/timeout':
    'the operation took longer than {seconds} s and was stopped; nothing of it was stored. Send less at once',
  'request/cursor': 'invalid cursor {cursor}; use the value of next from the previous page',
  'request/no-match': 'missing If-Match header; send the ETag of the stream, or * for any version',
  'access/token': 'not signed in, or no valid token: {reason}',
  'access/role': 'this needs the role {needed}; the token of {name} has {role}',
  'access/action': '{name} may not {action} in stream {stream}; an owner can grant it',
  'access/host': 'without tokens the service only accepts requests to localhost; found the host {host}',
  'access/origin':
    'a request with a session cookie must come from a page of this service; found the origin {origin}',
  'sign-in/off': 'sign-in with OpenID Connect is not configured; use a token',
  'sign-in/state':
    'this sign-in was not begun in this browser, took too long or was finished before; begin again',
  'sign-in/provider': 'cannot reach the identity provider: {reason}',
  'sign-in/refused': 'the identity provider did not confirm the sign-in: {reason}',
  'sign-in/name':
    'the identity provider sent no usable name in the claim {claim}: {reason}; an administrator can choose another claim with oidcNameClaim',
  'sign-in/role':
    'you are {name}, but you have no role in this service; ask its administrator to map a value of your claim {claim} to a role',
  'token/unknown': 'token {id} does not exist',
  'grant/unknown': 'there is no grant for {subject} {about}',
  'hook/unknown': 'webhook {id} does not exist',
  'hook/url': 'invalid webhook URL {url}: {reason}',
  'hook/filter': 'invalid webhook filter: {reason}',
  'route/unknown': 'no route at {path}',
  'route/method': '{path} does not support {method}; expected {methods}',
  'log/conflict':
    'another process has written to the log of {stream} or owns it now: event {seq} was refused; retry',
  'store/full': 'the disk is full; nothing of this request was stored',
  'store/lost': 'cannot reach the store: {reason}',
  'store/newer':
    'the store was written by a newer version of Askance: it has schema {found}, this version supports {known}',
  'store/url': 'invalid store URL {url}; expected a file or postgres://user:password@host:port/database',
  'store/missing': 'there is no store {path}; a service creates it when it starts first',
  'store/backup':
    '{path} is a backup, which nothing may change. Restore it into a new file and use that: askance restore {path} --store FILE',
  'store/broken': 'cannot open the store: {reason}',
  'store/key':
    'the store has webhook secrets that were encrypted with key {key}, which is not among secretKeys',
  'store/used': 'the store {path} is in use by another process',
  'store/elsewhere':
    'the store {path} is in use on {host}, or was when that machine was stopped. If nothing uses it there, delete {file}',
  'node/store':
    'several nodes need PostgreSQL; found the store {store}. Use postgres://…, or leave out --node',
  'node/used': 'node {name} is already running on this database; give every node a name of its own',
  'node/lost':
    'the node that processes stream {stream} was lost during the request, which may or may not have been stored; repeat it with the same item ids or Idempotency-Key',
  'setting/value': 'setting {name}: found {found}, expected {expected}',
  'setting/unknown': 'unknown setting {name} in {source}; {hint}',
  'setting/file': 'cannot read the settings file {path}: {reason}',
  'setting/json': 'the settings file is not valid JSON: expected {expected}',
  'setting/anonymous': 'the setting anonymous requires a loopback host such as 127.0.0.1; found {host}',
  'listen/used':
    'port {port} of {host} is already in use; stop the process that uses it, or choose another port',
  'listen/failed': 'cannot listen on {host}, port {port}: {reason}',
  'backup/exists': '{path} already exists; choose another file or an empty store',
  'backup/broken': '{path} is not a valid backup: {reason}',
  'tracing/packages':
    'cannot send traces: {reason}; install @opentelemetry/sdk-trace 2 and @opentelemetry/exporter-trace-otlp-http 0.2',
  'service/stopping': 'the service is shutting down',
} as const satisfies ErrorTable

export const serverError = errorFactory(serverErrorTable)
