// Writes docs/auto.md and its figures from the results of the experiments. Missing results are marked as missing.
//
//   node experiments/auto/page.mjs --results DIR
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { VERSION } from '@askance/core'
import { formatted } from '../../scripts/docs/markdown.mjs'
import { root } from '../../scripts/tools/files.mjs'
import { anchorsSection } from './page/anchors.mjs'
import { buildsSection } from './page/builds.mjs'
import { changesSection, driftSection, lateSection } from './page/changing.mjs'
import { comparisonSection } from './page/comparison.mjs'
import { introduction, weaknesses } from './page/frame.mjs'
import { methodSection } from './page/method.mjs'
import { ablationSection, invarianceSection, reportSection, speedSection } from './page/others.mjs'
import { loaded, wrapped, writeFigures } from './page/tools.mjs'
import { topicsSection } from './page/topics.mjs'
import { vectorsSection } from './page/vectors.mjs'

const FILE = 'docs/auto.md'

const { values } = parseArgs({ options: { results: { type: 'string', default: 'results' } } })
const results = loaded(values.results)

/** Date and machine of the numbers; the current ones if unknown. */
const made = () => {
  const all = cpus()
  return (
    results.made ?? {
      date: new Date().toISOString().slice(0, 10),
      version: VERSION,
      node: process.version,
      machine: `${all.length} × ${all[0]?.model.trim() ?? 'unknown processor'}, ${process.platform} ${process.arch}`,
    }
  )
}

const parts = [
  introduction(results, made()),
  methodSection(),
  reportSection(results),
  buildsSection(results),
  topicsSection(results),
  anchorsSection(results),
  vectorsSection(results),
  comparisonSection(results),
  ablationSection(results),
  changesSection(results),
  driftSection(results),
  lateSection(results),
  invarianceSection(results),
  speedSection(results),
  weaknesses(results),
].filter((part) => part !== '')
writeFigures()
writeFileSync(
  join(root, FILE),
  formatted(FILE, wrapped(`${parts.map((part) => part.trim()).join('\n\n')}\n`)),
)
console.log(`Wrote ${FILE}.`)
