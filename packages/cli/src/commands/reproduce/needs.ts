import type { Reproduction, SetSpec } from '@askance/bench'
import { isHere } from '../experiment/sources.js'

export interface Needed {
  readonly name: string
  /** The data set it is made of, where it has another name; none for what is made up. */
  readonly data?: string
  readonly here: boolean
}

const setsIn = ({ experiment }: Reproduction): readonly SetSpec[] => {
  switch (experiment.kind) {
    case 'compare':
      return experiment.protocol.sets
    case 'sensitivity':
      return [experiment.study.set]
    case 'estimation':
      return []
  }
}

/** The sets of a table or figure, and whether each can be had. */
export const neededBy = (reproduction: Reproduction, folder: string): readonly Needed[] =>
  setsIn(reproduction).map(({ name, source }) => {
    const data = 'data' in source ? source.data : 'stream' in source ? source.of : undefined
    return { name, ...(data !== undefined && { data }), here: isHere(source, folder) }
  })
