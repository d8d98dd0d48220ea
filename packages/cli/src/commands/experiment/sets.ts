import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import type { SetSource, SetSpec } from '@askance/bench'
import { dataSetPath, dataSets, findStream, openData } from '@askance/data'
import { cliError, conflictError } from '../../errors.js'
import { noLabels } from '../../stream/classes.js'
import { findDataSetFile } from '../../stream/locate.js'
import { numbersFromFlag } from '../run/params.js'
import { parseIntercept } from '../run/settings.js'
import { parseScaling } from '../scaling.js'
import type { SetFlags } from './flags.js'

export interface ClassedSet {
  readonly spec: SetSpec
  readonly classes: number
}

/** The data sets of DATA, prepared by the flags, with their number of classes. */
export const setsFromInput = async (
  all: readonly string[],
  flags: SetFlags & { readonly vectors?: string | undefined },
  folder: string,
  labels: SeveralLabels = {},
): Promise<readonly ClassedSet[]> => {
  const sources = parseSources(all, folder)
  const { order, positive, limit, vectors, 'label-column': labelColumn } = flags
  const scaling = parseScaling(flags.scaling)
  const intercept = parseIntercept(flags.intercept)
  const prepared = {
    ...(limit !== undefined && { first: limit }),
    ...(scaling.length > 0 && { scaling: scaling.length === 1 ? scaling[0] : scaling }),
    ...(intercept !== 'none' && { intercept }),
    ...(order !== undefined && { order }),
    ...(vectors !== undefined && { vectors }),
    ...(labelColumn !== undefined && { labelColumn }),
  }
  for (const { source } of sources) if ('stream' in source) refuseForStreams(source.stream, flags, labels)
  return Promise.all(
    sources.map(async (one) => {
      if (labels.multiLabel) return { spec: { ...one, ...labels, ...prepared }, classes: PARTS }
      const classes = await countClasses(one.source, folder, labelColumn)
      if ('stream' in one.source) return { spec: one, classes }
      const chosen = positive !== undefined && classes === 2 ? { positive } : {}
      return { spec: { ...one, ...prepared, ...chosen }, classes }
    }),
  )
}

/** With several labels for an item, every class is a binary part. */
const PARTS = 2

/** How several labels for an item are read. */
export type SeveralLabels = Pick<SetSpec, 'multiLabel' | 'labelsSeparator'>

const refuseForStreams = (
  stream: string,
  flags: SetFlags & { readonly vectors?: string | undefined },
  { multiLabel }: SeveralLabels,
): void => {
  if (multiLabel) throw conflictError('--multi-label', `stream:${stream}`, '; its items have one label')
  for (const flag of [
    'scaling',
    'intercept',
    'order',
    'positive',
    'limit',
    'vectors',
    'label-column',
  ] as const)
    if (flags[flag] !== undefined)
      throw conflictError(
        `--${flag}`,
        `stream:${stream}`,
        '; set the parameters of a synthetic stream as stream:NAME:rows=1000,noise=0',
      )
}

type Named = Pick<SetSpec, 'name' | 'source'>

const STREAM = 'stream:'

/** Whether the data is available. */
export const isAvailable = (source: SetSource, folder: string): boolean => {
  if ('file' in source) return existsSync(source.file)
  const name = 'data' in source ? source.data : source.of
  return name === undefined || findDataSetFile(folder, name) !== undefined
}

/** Parses each DATA as a file, a data set in the folder, or a synthetic stream. */
const parseSources = (all: readonly string[], folder: string): readonly Named[] => {
  const sources = all.map((data) => parseSource(data, folder))
  const isOnly = ({ name }: Named): boolean => sources.filter((other) => other.name === name).length === 1
  // Files with the same name in different folders are named by their path.
  return sources.map((one, k) => (isOnly(one) ? one : { ...one, name: all[k] ?? one.name }))
}

const parseSource = (data: string, folder: string): Named => {
  if (data === '-')
    throw cliError('usage/argument', {
      name: 'DATA',
      found: '-',
      expected: 'a file, a data set or stream:NAME, because the data is read more than once',
    })
  if (data.startsWith(STREAM)) return parseStream(data.slice(STREAM.length))
  const isName = !existsSync(data) && /^[\w.+-]+$/.test(data)
  const isSet = isAvailable({ data }, folder) || dataSets.some(({ name }) => name === data)
  return isName && isSet
    ? { name: data, source: { data } }
    : { name: fileTitle(data), source: { file: data } }
}

/** `sea` or, with parameters, `sea:noise=0.1,rows=2000`. */
const parseStream = (text: string): Named => {
  const [name = '', ...rest] = text.split(':')
  const { name: stream } = findStream(name)
  const parameters = rest.length > 0 ? { parameters: numbersFromFlag([rest.join(':')]) } : {}
  return { name: text, source: { stream, ...parameters } }
}

/** The file name without extensions. */
const fileTitle = (path: string): string =>
  basename(path)
    .replace(/\.(?:gz|bz2|xz|zst)$/i, '')
    .replace(/(?<=.)\.[^.]+$/, '') || path

/** The number of classes; for missing data, the number from the list of known data sets. */
const countClasses = async (
  source: SetSource,
  folder: string,
  labelColumn: string | undefined,
): Promise<number> => {
  if ('stream' in source) return findStream(source.stream).create(source.parameters ?? {}, 1).classes.length
  if ('data' in source && !isAvailable(source, folder))
    return dataSets.find(({ name }) => name === source.data)?.classes ?? 2
  const path = 'file' in source ? source.file : dataSetPath(source.data, folder)
  const data = await openData(path, labelColumn === undefined ? {} : { labelColumn })
  const labels = await data.labels()
  if (labels.length === 0 && (await data.sample()).length > 0) throw noLabels(data.name, data.understanding)
  return labels.length
}
