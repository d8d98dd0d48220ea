import { type ErrorTable, errorFactory } from '@askance/core/internals'

/** All errors of this package. */
export const benchErrorTable = {
  'protocol/json': 'the protocol is not valid JSON: found {found}, expected {expected}',
  'protocol/field': 'invalid protocol: found {found} at {path}, expected {expected}',
  'protocol/format': 'unsupported protocol format {found}; this version of Askance reads format {known}',
  'set/stream': 'set {name}: {field} cannot be used with a stream',
  'set/classes': 'set {name} has {found}; expected items of at least two classes',
  'set/group': 'set {name} has no label {label}; its labels are {known}',
  'set/share': 'set {name} cannot have a positive share of {wanted}: {found}',
  'set/several-labels': 'set {name}: {field} cannot be used with several labels for an item',
  'set/metric': 'set {name} has {labels} for an item, so {metric} is not defined; use one of {known}',
  'set/dense': 'set {name} would hold {entries} values after column scaling; the limit is {most}',
  'experiment/empty': 'no data set found: {reasons}',
  'experiment/nothing': 'nothing to compare: {reason}',
  'experiment/stopped': 'stopped; finished results are kept, and running the same command again resumes',
  'work/failed': 'a worker failed: {reason}',
  'cache/file': 'cannot use the cache {path}: {reason}',
  'reproduce/unknown': 'unknown reproduction {id}; {hint}',
} as const satisfies ErrorTable

export const benchError = errorFactory(benchErrorTable)
