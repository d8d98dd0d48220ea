import { type ErrorTable, errorFactory } from '@askance/core/internals'

/** Every error of this room. */
export const benchErrorTable = {
  'protocol/json': 'the protocol is not JSON: {reason}',
  'protocol/field': 'the protocol has {found} at {path}, expected {expected}',
  'protocol/format': 'the protocol has format {found}; this version of Askance reads format {known}',
  'set/stream': 'the set {name} is a stream, which has no {field}',
  'set/classes': 'the set {name} has {found}, expected items of at least two classes',
  'set/group': 'the set {name} has no label {label}; it has {known}',
  'set/dense': 'the set {name} has {entries} values once its columns are scaled: at most {most}',
  'experiment/empty': 'none of the data sets is there: {reasons}',
  'experiment/nothing': 'there is nothing to compare: {reason}',
  'experiment/stopped': 'stopped; what was finished is kept, and the same command goes on from there',
  'work/failed': 'a worker failed: {reason}',
  'cache/file': 'the cache {path} cannot be used: {reason}',
  'reproduce/unknown': 'there is nothing named {id} to reproduce; {hint}',
} as const satisfies ErrorTable

export const benchError = errorFactory(benchErrorTable)
