import { writeFileSync } from 'node:fs'
import { type FeatureItem, type Input, sparseRow } from '@askance/core'
import { Random } from '@askance/core/internals'
import { ItemInput, type VectorizerConfig } from '@askance/data'
import type { SentItem } from '@askance/server'

/** The same data as a file and as items. */
export interface Sample {
  readonly kind: SampleKind
  readonly file: string
  readonly classes: readonly string[]
  readonly items: readonly (SentItem & { readonly label: string })[]
}

const words = ['win cash prize', 'home late dinner', 'goal match team']
const common = 'the you to and a in is me it for on have that'.split(' ')

interface Drawn {
  readonly label: string
  readonly text: string
  readonly length: number
  readonly from: string
}

const drawn = (count: number, classes: readonly string[], seed: number): readonly Drawn[] => {
  const random = new Random(seed, 'test/one-model')
  return Array.from({ length: count }, () => {
    const c = random.below(classes.length)
    const own = words[c].split(' ')
    const said = Array.from({ length: 5 + random.below(5) }, () => {
      const list = random.uniform() < 0.4 ? own : common
      return list[random.below(list.length)]
    })
    const text = said.join(' ')
    return { label: classes[c], text, length: text.length + 9 * c, from: `city ${c + random.below(3)}` }
  })
}

export type SampleKind = 'text' | 'table' | 'LIBSVM'
export const sampleKinds: readonly SampleKind[] = ['text', 'table', 'LIBSVM']

/** Writes a sample of a kind into a folder. */
export const writeSample = (
  path: (name: string) => string,
  kind: SampleKind,
  count: number,
  classes: readonly string[],
  seed = 1,
): Sample => {
  const all = drawn(count, classes, seed)
  if (kind === 'text') {
    const file = path(`sample-${seed}.jsonl`)
    writeFileSync(file, all.map(({ label, text }) => `${JSON.stringify({ label, text })}\n`).join(''))
    return { kind, file, classes, items: all.map(({ label, text }) => ({ label, text })) }
  }
  if (kind === 'table') {
    const file = path(`sample-${seed}.csv`)
    const lines = all.map(({ label, length, from }) => `${length},${from},${label}\n`)
    writeFileSync(file, `length,from,label\n${lines.join('')}`)
    return {
      kind,
      file,
      classes,
      items: all.map(({ label, length, from }) => ({ label, features: { length, from } })),
    }
  }
  const vocabulary = [...new Set(words.flatMap((one) => one.split(' '))), ...common]
  const file = path(`sample-${seed}.libsvm`)
  const items = all.map(({ label, text, length }) => {
    const said = text.split(' ')
    const counts = vocabulary.map((word) => said.filter((one) => one === word).length)
    const index = counts.flatMap((value, k) => (value > 0 ? [k + 1] : []))
    const value = index.map((k) => counts[k - 1] + length / 64)
    return { label, row: { index, value } }
  })
  const lines = items.map(
    ({ label, row: { index, value } }) => `${label} ${index.map((k, j) => `${k}:${value[j]}`).join(' ')}\n`,
  )
  writeFileSync(file, lines.join(''))
  return { kind, file, classes, items }
}

/** The input of a library user: with the vectorizer of a command, or for ready rows. */
export const libraryInput = (vectorizer: VectorizerConfig | undefined): Input<SentItem> | undefined =>
  vectorizer && (new ItemInput({ vectorizer }) as Input<SentItem>)

/** An item for the library. */
export const libraryItem = ({ row, ...item }: SentItem): SentItem & FeatureItem =>
  (row ? { ...item, row: sparseRow(row.index, row.value) } : item) as SentItem & FeatureItem
