import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { serverError } from '../errors.js'

const PREFIX = 'sealed:v1:'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * The bytes of a key of 256 bits, written in base64 or hexadecimal; undefined if it is not one.
 *
 * @example
 * parseKey('00'.repeat(32))?.length // => 32
 * parseKey('too short') // => undefined
 */
export const parseKey = (text: string): Buffer | undefined => {
  const bare = text.trim()
  if (/^[0-9a-f]{64}$/i.test(bare)) return Buffer.from(bare, 'hex')
  if (!/^[A-Za-z0-9+/_-]{43}=?$/.test(bare)) return undefined
  const key = Buffer.from(bare, 'base64')
  return key.length === KEY_BYTES ? key : undefined
}

/** Names a key in what it has encrypted, without revealing it. */
const idOf = (key: Buffer): string =>
  createHash('sha256').update('askance key').update(key).digest('hex').slice(0, 12)

/** Encrypts secrets with AES-256-GCM: with the first key, and decrypts with any. Without keys, secrets stay as they are. */
export class Sealer {
  readonly #keys: ReadonlyMap<string, Buffer>
  readonly #first: string | undefined

  constructor(keys: readonly Buffer[] = []) {
    this.#keys = new Map(keys.map((key) => [idOf(key), key]))
    this.#first = keys[0] && idOf(keys[0])
  }

  /** `owner` is bound to the secret, so that it cannot be moved to another row. */
  seal(secret: string, owner: string): string {
    const key = this.#keys.get(this.#first ?? '')
    if (!key) return secret
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
    return `${PREFIX}${this.#first}:${sealed.toString('base64url')}`
  }

  /** The secret, also one that was stored before there were keys. Throws `store/key` if no key fits. */
  open(stored: string, owner: string): string {
    if (!stored.startsWith(PREFIX)) return stored
    const [id = '', text = ''] = stored.slice(PREFIX.length).split(':')
    const key = this.#keys.get(id)
    if (!key) throw serverError('store/key', { key: id })
    const sealed = Buffer.from(text, 'base64url')
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(-TAG_BYTES))
      return Buffer.concat([
        decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)),
        decipher.final(),
      ]).toString()
    } catch {
      throw serverError('store/broken', { reason: `the secret of webhook ${owner} was changed` })
    }
  }

  /** Whether a stored secret would be stored differently now. */
  isOutdated(stored: string): boolean {
    return this.#first !== undefined && !stored.startsWith(`${PREFIX}${this.#first}:`)
  }
}
