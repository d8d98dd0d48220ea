import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { gaussianStream, type SyntheticStream, textLikeStream, writeLibsvm } from '@askance/data'

/** A generated LIBSVM file, kept between runs. */
export interface TextFile {
  readonly name: string
  readonly path: string
  readonly rows: number
  readonly bytes: number
}

const folder = new URL('../../.cache/benchmarks/', import.meta.url)

const made = async (name: string, stream: SyntheticStream, digits: number): Promise<TextFile> => {
  const path = new URL(`${name}-${stream.rows}.libsvm`, folder).pathname
  mkdirSync(folder, { recursive: true })
  if (!existsSync(path)) {
    await writeLibsvm(stream, `${path}.part`, { digits })
    renameSync(`${path}.part`, path)
  }
  return { name, path, rows: stream.rows, bytes: statSync(path).size }
}

/** The two streams as text: 200,000 × 100,000 with 86 non-zeros, and 500,000 × 54. */
export const sparseFile = (scale: number): Promise<TextFile> =>
  made('sparse', textLikeStream({ rows: 200_000 * scale, dimension: 100_000, nonZeros: 86, seed: 1 }), 6)

export const denseFile = (scale: number): Promise<TextFile> =>
  made('dense', gaussianStream({ rows: 500_000 * scale, dimension: 54, seed: 1 }), 5)

export const megabytesPerSecond = ({ bytes }: TextFile, seconds: number): string =>
  `${Math.round(bytes / 1e6 / seconds)} MB/s`
