import { type ErrorTable, errorsOf } from '@askance/core'

/** Every error of this room. */
export const dataErrorTable = {
  'option/value': '{name} = {value} is out of range: expected {expected}',
  'bytes/missing': 'there is no such file',
  'bytes/directory': 'this is a directory, expected a file',
  'bytes/permission': 'no permission to read this file',
  'bytes/read': 'cannot be read: {reason}',
  'bytes/write': 'cannot be written: {reason}',
  'bytes/gzip': 'broken gzip data: {reason}',
  'bytes/gzip-truncated': 'the gzip data ends too early; the file was cut off',
  'bytes/gzip-trailing': 'the gzip data is followed by bytes that are not gzip',
  'labels/many': 'more than {most} different labels; are these numbers to predict rather than classes?',
  'load/memory': 'does not fit in memory; stream it instead',
  'libsvm/line-length': 'the line is longer than {most} bytes',
  'libsvm/binary': 'found a NUL byte, expected text; is this a binary file?',
  'libsvm/label-missing': 'found {found}, expected a label at the start of the line',
  'libsvm/label-length': 'the label has {length} bytes, expected at most {most}',
  'libsvm/label-text': 'the label {found} is not readable text, expected UTF-8 without control characters',
  'libsvm/qid': 'found {found}, expected qid: and a whole number',
  'libsvm/colon-missing': 'found {found}, expected index:value',
  'libsvm/index-missing': 'found {found}, expected an index before the colon',
  'libsvm/index-malformed': 'found the index {found}, expected a whole number',
  'libsvm/index-negative': 'found the index {found}, expected a whole number from {least} to {most}',
  'libsvm/index-large': 'found the index {found}, expected a whole number from {least} to {most}',
  'libsvm/index-zero': 'found the index 0 in a file said to count from 1; set the base to 0',
  'libsvm/index-zero-late':
    'found the index 0 after rows were already read as counting from 1; set the base to 0 and start again',
  'libsvm/index-duplicate': 'the index {found} stands twice, expected rising indices',
  'libsvm/index-descending': 'the index {found} follows {previous}, expected rising indices',
  'libsvm/value-missing': 'index {index} has no value, expected a number after the colon',
  'libsvm/value-malformed': 'found the value {found}, expected a decimal number',
  'libsvm/value-nan': 'found the value {found}, expected a number',
  'libsvm/value-infinite': 'found the value {found}, expected a finite number',
  'libsvm/value-large': 'found the value {found}, expected a number between -1e100 and 1e100',
} as const satisfies ErrorTable

export const dataError = errorsOf(dataErrorTable)
