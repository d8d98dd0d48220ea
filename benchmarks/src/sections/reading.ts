import { Row } from '@askance/core'
import { createRounds } from '@askance/core/internals'
import { type LibsvmBatch, openBytes, readLibsvm } from '@askance/data'
import { compareTimes } from '../compare-times.js'
import { denseFile, megabytesPerSecond, sparseFile, type TextFile } from '../files.js'
import { type Line, percent, type Section, times } from './section.js'

const countLines = async ({ path }: TextFile): Promise<number> => {
  let lines = 0
  for await (const chunk of openBytes(path)) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines++
  }
  return lines
}

const parse = async ({ path }: TextFile, kernel: 'auto' | 'plain'): Promise<number> => {
  let entries = 0
  for await (const { rows } of readLibsvm(openBytes(path), { kernel })) entries += rows.entries
  return entries
}

/** Reads and learns every label in one pass, which is what the published numbers of other tools measure. */
const learn = async (batches: AsyncIterable<LibsvmBatch>, algorithm: string): Promise<number> => {
  const asker = createRounds({ algorithm, classes: 2, seed: 1 })
  const row = new Row(new Int32Array(0), new Float64Array(0))
  let right = 0
  let items = 0
  for await (const { rows, labels, names } of batches) {
    const positive = names.id('1')
    for (let i = 0; i < rows.length; i++) {
      const label = labels[i] === positive ? 1 : 0
      const decision = asker.observe(rows.view(i, row))
      if (decision.predicted === label) right++
      if (decision.asked) asker.learn(label)
    }
    items += rows.length
  }
  return right / items
}

export const reading: Section = {
  name: 'reading',
  title: 'LIBSVM text: reading with all checks, and reading plus learning in one pass',
  async run({ quick }) {
    const scale = quick ? 0.1 : 1
    const repetitions = quick ? 2 : 5
    const lines: Line[] = []
    for (const file of [await sparseFile(scale), await denseFile(scale)]) {
      const result = await compareTimes(
        {
          lines: () => countLines(file),
          parsed: () => parse(file, 'auto'),
          plain: () => parse(file, 'plain'),
          arow: () => learn(readLibsvm(openBytes(file.path)), 'AROW-diag'),
        },
        repetitions,
      )
      const figure = (name: keyof typeof result) =>
        `${megabytesPerSecond(file, result[name].best)} (${percent(result[name].spread)})`
      const slower = (name: keyof typeof result) => {
        const ratio = result[name].best / result.lines.best
        return { ratio: times(ratio), slowness: { name: `${file.name}, ${name}`, ratio } }
      }
      const accuracy = await learn(readLibsvm(openBytes(file.path)), 'AROW-diag')
      const what = `${file.name}, ${Math.round(file.bytes / 1e6)} MB`
      const peer =
        file.name === 'sparse' ? 'SOL on another machine: 480–560 MB/s' : 'SOL on another machine: 420 MB/s'
      lines.push(
        { measurement: `${what}: newlines counted`, result: figure('lines'), ratio: '1.00×', target: '' },
        {
          measurement: `${what}: read`,
          result: figure('parsed'),
          ...slower('parsed'),
          target: 'at least 300 MB/s',
        },
        {
          measurement: `${what}: read, no WebAssembly`,
          result: figure('plain'),
          ...slower('plain'),
          target: '',
        },
        {
          measurement: `${what}: read and learned, AROW-diag (accuracy ${accuracy.toFixed(4)})`,
          result: figure('arow'),
          ...slower('arow'),
          target: peer,
        },
      )
    }
    return lines
  },
}
