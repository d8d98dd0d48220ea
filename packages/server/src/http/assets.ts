import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A file of the web pages. */
export interface Asset {
  /** The URL path, such as `/` or `/desk/main-4X2K.js`; `:name` matches one segment. */
  readonly path: string
  readonly type: string
  readonly body: Uint8Array
  /** The gzipped body. */
  readonly packed?: Uint8Array
  /** Whether the name contains a content hash, so that browsers may cache it forever. */
  readonly lasting: boolean
  /** Whether it is a worker that may run WebAssembly. */
  readonly wasm?: boolean
}

const common = [
  "default-src 'none'",
  "style-src 'self'",
  "font-src 'self'",
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

/** The content security policies: same origin only, no inline scripts, trusted types. */
const policies = {
  page: [...common, 'trusted-types askance', ...scripts('')].join(';'),
  worker: [...common, ...scripts(" 'wasm-unsafe-eval'")].join(';'),
}

const YEAR = 31_536_000

/** The tag is weak because the gzipped and the plain body share it. */
export const tagOf = ({ body }: Asset): string =>
  `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Serves the web pages without authentication; they contain no data. */
export const serveAssets = (app: FastifyInstance, assets: readonly Asset[]): void => {
  for (const asset of assets) {
    const tag = tagOf(asset)
    app.route({
      method: 'GET',
      url: asset.path,
      exposeHeadRoute: true,
      handler: async (request, reply) => sendAsset(asset, tag, request, reply),
    })
  }
}

/** Paths that programs use, where a page would be no help. */
const PROGRAMS = /^\/(?:v1|assets)(?:\/|$)/

/** Sends the page for an unknown address if a browser asks for one; the page says that it does not exist. */
export const unknownPage = (assets: readonly Asset[]) => {
  const page = assets.find(({ path }) => path === '/')
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined => {
    const { method, url, headers } = request
    if (!page || method !== 'GET' || PROGRAMS.test(url) || !headers.accept?.includes('text/html'))
      return undefined
    return sendAsset(
      page,
      tagOf(page),
      { headers: { ...headers, 'if-none-match': undefined } },
      reply.code(404),
    )
  }
}

/** Sends a file, or 304 if the browser has it. */
export const sendAsset = (
  asset: Asset,
  tag: string,
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  policy = asset.wasm ? policies.worker : policies.page,
): FastifyReply => {
  reply.headers({
    'content-type': asset.type,
    'content-security-policy': policy,
    'cache-control': asset.lasting ? `public, max-age=${YEAR}, immutable` : 'no-cache',
    etag: tag,
    vary: 'accept-encoding',
  })
  if (names(headers['if-none-match'], tag)) return reply.code(304).send()
  const packed = unpacksGzip(headers['accept-encoding']) ? asset.packed : undefined
  if (packed) reply.header('content-encoding', 'gzip')
  const { buffer, byteOffset, byteLength } = packed ?? asset.body
  // A view avoids copying the file for each request.
  return reply.send(Buffer.from(buffer, byteOffset, byteLength))
}

const parts = (header: string | readonly string[] = ''): readonly string[] =>
  String(header)
    .split(',')
    .map((part) => part.trim())

/** Whether If-None-Match contains the tag, weak or strong. */
const names = (header: string | undefined, tag: string): boolean =>
  parts(header).some((part) => part === '*' || `W/${part.replace(/^W\//, '')}` === tag)

const unpacksGzip = (header: string | readonly string[] | undefined): boolean =>
  parts(header).some((part) => /^gzip$|^gzip[ \t]*;(?![ \t]*q=0(?:\.0*)?$)/i.test(part))
