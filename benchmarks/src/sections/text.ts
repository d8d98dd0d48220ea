import { createReadStream, createWriteStream, existsSync, renameSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Random } from '@askance/core/internals'
import { type Item, openBytes, readLibsvm, Vectorizer, type VectorizerConfig } from '@askance/data'
import { compareTimes } from '../compare-times.js'
import { megabytesPerSecond, sparseFile, type TextFile } from '../files.js'
import { type Line, percent, type Section, times } from './section.js'

const gunzipped = async (path: string): Promise<number> => {
  let bytes = 0
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }).pipe(
    createGunzip({ chunkSize: 1 << 18 }),
  ))
    bytes += (chunk as Uint8Array).length
  return bytes
}

const parsed = async (path: string): Promise<number> => {
  let entries = 0
  for await (const { rows } of readLibsvm(openBytes(path))) entries += rows.entries
  return entries
}

const packed = async ({ path }: TextFile): Promise<string> => {
  const target = `${path}.gz`
  if (!existsSync(target)) {
    await pipeline(createReadStream(path), createGzip({ level: 1 }), createWriteStream(`${target}.part`))
    renameSync(`${target}.part`, target)
  }
  return target
}

/** Texts of some hundred generated words with the average length of English words (five to six bytes with the space). */
const texts = (count: number): readonly Item[] => {
  const random = new Random(1, 'benchmark/texts')
  const word = (rank: number): string => {
    let letters = ''
    for (let rest = 397 * (rank + 7); rest > 0; rest = Math.floor(rest / 20))
      letters += 'etaoinshrdlucmfwypvb'[rest % 20]
    return letters
  }
  return Array.from({ length: count }, (_, line) => {
    const length = 100 + random.below(300)
    const words = Array.from({ length }, () => word(Math.floor(50_000 ** random.uniform())))
    return { text: words.join(' '), line: line + 1 }
  })
}

const config = (words: readonly [number, number]): VectorizerConfig => ({
  text: {
    preset: 'plain',
    words,
    characters: null,
    within: 'words',
    lowercase: true,
    stopWords: 'none',
    weight: 'tf',
    normalize: 'none',
  },
  index: { kind: 'hash', bits: 20, names: 2 ** 19 },
})

const vectorized = (items: readonly Item[], settings: VectorizerConfig): number => {
  const vectorizer = new Vectorizer(settings)
  let entries = 0
  for (const item of items) {
    const row = vectorizer.vectorize(item)
    entries += row.end - row.start
  }
  return entries
}

export const text: Section = {
  name: 'text',
  title: 'Compressed input, and text to rows',
  async run({ quick }) {
    const repetitions = quick ? 2 : 4
    const file = await sparseFile(quick ? 0.1 : 1)
    const path = await packed(file)
    const reading = await compareTimes(
      { gunzip: () => gunzipped(path), read: () => parsed(path) },
      repetitions,
    )
    const items = texts(quick ? 1000 : 8000)
    const bytes = items.reduce((sum, { text = '' }) => sum + Buffer.byteLength(text), 0)
    const made = await compareTimes(
      { unigrams: () => vectorized(items, config([1, 1])), bigrams: () => vectorized(items, config([1, 2])) },
      repetitions,
    )
    const rate = (seconds: number, spread: number) =>
      `${(bytes / 1e6 / seconds).toFixed(1)} MB/s (${percent(spread)})`
    const lines: Line[] = [
      {
        measurement: `LIBSVM, gzip of ${Math.round(statSync(path).size / 1e6)} MB: decompressed only`,
        result: `${megabytesPerSecond(file, reading.gunzip.best)} (${percent(reading.gunzip.spread)})`,
        ratio: '1.00×',
        target: '',
      },
      {
        measurement: 'the same, decompressed and read',
        result: `${megabytesPerSecond(file, reading.read.best)} (${percent(reading.read.spread)})`,
        ratio: times(reading.read.best / reading.gunzip.best),
        target: 'at most 1.15×',
        slowness: { name: 'gzip read', ratio: reading.read.best / reading.gunzip.best },
      },
      {
        measurement: 'text to rows, words hashed to 2^20',
        result: rate(made.unigrams.best, made.unigrams.spread),
        ratio: '1.00×',
        target: '',
      },
      {
        measurement: 'the same with pairs of words',
        result: rate(made.bigrams.best, made.bigrams.spread),
        ratio: times(made.bigrams.best / made.unigrams.best),
        target: 'at least 25 MB/s',
        slowness: { name: 'pairs of words', ratio: made.bigrams.best / made.unigrams.best },
      },
    ]
    return lines
  },
}
