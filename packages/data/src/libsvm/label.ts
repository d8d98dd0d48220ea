import { COLON } from '../characters.js'
import { canonicalLabel } from '../labels/canonical.js'
import type { LabelNames } from '../labels/names.js'
import type { Spellings } from '../labels/spellings.js'
import type { Line } from './line.js'
import { readable } from './text.js'

/** The longest label that is taken. */
export const MAX_LABEL_BYTES = 256

/** The id of the label in the bytes `from` to `to` of the line; its spelling is remembered. */
export const readLabel = (
  line: Line,
  from: number,
  to: number,
  names: LabelNames,
  spellings: Spellings,
): number => {
  const bytes = line.bytes.subarray(from, to)
  if (bytes.includes(COLON)) line.fail('libsvm/label-missing', from, { found: line.quote(from, to) })
  if (bytes.length > MAX_LABEL_BYTES)
    line.fail('libsvm/label-length', from, { length: bytes.length, most: MAX_LABEL_BYTES })
  const text = readable(bytes)
  if (UNREADABLE.test(text)) line.fail('libsvm/label-text', from, { found: line.quote(from, to) })
  const id = names.add(canonicalLabel(text), line.position(from))
  spellings.remember(line.bytes, from, to, id)
  return id
}

/** Control characters, and the mark that stands for bytes which are no UTF-8. */
const UNREADABLE = /[\p{Cc}\ufffd]/u
