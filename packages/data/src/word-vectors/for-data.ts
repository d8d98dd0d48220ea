import type { OpenedData } from '../pipeline/opened-data.js'
import { readWordVectors, type WordVectorsOptions } from './read.js'
import { textOfItem, type WordVectors } from './word-vectors.js'
import { wordsOf } from './words.js'

/** Word vectors of the words that occur in data, which is read once for this and closed; the file may have many more. */
export const wordVectorsFor = async (
  place: string,
  data: OpenedData,
  options: Omit<WordVectorsOptions, 'wanted'> = {},
): Promise<WordVectors> => {
  const wanted = new Set<string>()
  try {
    for await (const batch of data.items())
      for (const item of batch) for (const word of wordsOf(textOfItem(item, data.columns))) wanted.add(word)
  } finally {
    await data.close()
  }
  return readWordVectors(place, { ...options, wanted })
}
