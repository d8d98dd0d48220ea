import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A file of the web pages, as it is sent to browsers. */
export interface Asset {
  /** Where it is: `/`, or `/desk/main-4X2K.js`; `:name` stands for one part of a path. */
  readonly path: string
  readonly type: string
  readonly body: Uint8Array
  /** The same, packed by gzip. */
  readonly packed?: Uint8Array
  /** Whether its name changes with its content, so that browsers may keep it. */
  readonly lasting: boolean
  /** Whether it is a worker that runs WebAssembly, which pages themselves may not. */
  readonly wasm?: boolean
}

const common = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
]
const scripts = (more: string) => [`script-src 'self'${more}`]

/** Nothing from elsewhere, nothing written into the page, no markup made from text. */
const policies = {
  page: [...common, 'trusted-types askance', ...scripts('')].join(';'),
  worker: [...common, ...scripts(" 'wasm-unsafe-eval'")].join(';'),
}

const YEAR = 31_536_000

/** Serves the web pages beside the interface. Everybody may load them: they hold nothing but themselves. */
export const serveAssets = (app: FastifyInstance, assets: readonly Asset[]): void => {
  for (const asset of assets) {
    // Weak: the packed file and the plain one share it.
    const tag = `W/"${createHash('sha256').update(asset.body).digest('base64url').slice(0, 22)}"`
    app.route({
      method: 'GET',
      url: asset.path,
      exposeHeadRoute: true,
      handler: async (request, reply) => send(asset, tag, request, reply),
    })
  }
}

const send = (asset: Asset, tag: string, { headers }: FastifyRequest, reply: FastifyReply): FastifyReply => {
  reply.headers({
    'content-type': asset.type,
    'content-security-policy': asset.wasm ? policies.worker : policies.page,
    'cache-control': asset.lasting ? `public, max-age=${YEAR}, immutable` : 'no-cache',
    etag: tag,
    vary: 'accept-encoding',
  })
  if (names(headers['if-none-match'], tag)) return reply.code(304).send()
  const packed = unpacksGzip(headers['accept-encoding']) ? asset.packed : undefined
  if (packed) reply.header('content-encoding', 'gzip')
  const { buffer, byteOffset, byteLength } = packed ?? asset.body
  // A view: the file is not copied for everybody who asks.
  return reply.send(Buffer.from(buffer, byteOffset, byteLength))
}

const parts = (header: string | readonly string[] = ''): readonly string[] =>
  String(header)
    .split(',')
    .map((part) => part.trim())

/** Whether one of the tags is this one; proxies may have made it strong or weak. */
const names = (header: string | undefined, tag: string): boolean =>
  parts(header).some((part) => part === '*' || `W/${part.replace(/^W\//, '')}` === tag)

const unpacksGzip = (header: string | readonly string[] | undefined): boolean =>
  parts(header).some((part) => /^gzip$|^gzip[ \t]*;(?![ \t]*q=0(?:\.0*)?$)/i.test(part))
