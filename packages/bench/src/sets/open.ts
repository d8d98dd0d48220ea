import { dataSetPath } from '@askance/data'
import type { SetSpec } from '../protocol/protocol.js'
import { makeSet } from './make.js'
import { readLabelled } from './read.js'
import type { OpenSet } from './set.js'

/** Reads and prepares a set; `folder` is where data sets are found by name. `seed` is that of the first run. */
export const openSet = (spec: SetSpec, folder: string, seed: number): Promise<OpenSet> =>
  makeSet(spec, seed, (source) =>
    readLabelled('file' in source ? source.file : dataSetPath(source.data, folder)),
  )
