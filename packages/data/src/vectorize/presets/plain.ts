import { NO_MARK } from '../murmur3.js'
import type { Preset } from './preset.js'

/** The words of the text. */
export const plain: Preset = (tokens, text, mark = NO_MARK) => tokens.text(mark, text)
