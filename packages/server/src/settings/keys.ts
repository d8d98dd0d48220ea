import { readFileSync } from 'node:fs'
import { serverError } from '../errors.js'
import { errorText } from '../store/failures.js'
import { parseKey } from '../store/sealing.js'
import type { Settings } from './table.js'

type KeySettings = Pick<Settings, 'secretKeys' | 'secretKeyFile'>

const textsIn = ({ secretKeys, secretKeyFile: path }: KeySettings): readonly string[] => {
  if (path === '') return secretKeys
  try {
    const lines = readFileSync(path, 'utf8').split('\n')
    return [
      ...secretKeys,
      ...lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#')),
    ]
  } catch (error) {
    throw serverError('setting/file', { path, reason: errorText(error) })
  }
}

/** The keys that encrypt secrets in the store, the current one first. */
export const readKeys = (settings: KeySettings): readonly Buffer[] =>
  textsIn(settings).map((text, k) => {
    const key = parseKey(text)
    if (key) return key
    throw serverError('setting/value', {
      name: k < settings.secretKeys.length ? 'secretKeys' : 'secretKeyFile',
      found: `an invalid key (number ${k + 1})`,
      expected: '32 bytes in base64 or hexadecimal, such as from `openssl rand -base64 32`',
    })
  })
